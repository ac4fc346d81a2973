// What is derived from src-native/core/vocabulary.json: the words that both languages use, each list once.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const source = 'src-native/core/vocabulary.json'
const origin = `Generated from ${source} by scripts/generate-vocabulary.mjs.`

// Each list: its enum and its array of names in C++, its type in TypeScript, and its array there where one is needed.
const LISTS = {
  textFields: { cpp: 'TextField', names: 'kTextFieldNames', type: 'TextField' },
  eventKinds: { cpp: 'EventKind', names: 'kEventKindNames', type: 'EventKind', array: 'EVENT_KINDS' },
  actionKinds: { cpp: 'ActionKind', names: 'kActionKindNames', type: 'ActionKind' },
  routes: { cpp: 'Route', names: 'kRouteNames', type: 'Route' },
  noiseRules: { cpp: 'NoiseRule', names: 'kNoiseRuleNames', type: 'NoiseRule', array: 'NOISE_RULES' },
  cutReasons: { cpp: 'CutReason', names: 'kCutReasonNames', type: 'CutReason' },
  errorCodes: { cpp: 'ErrorCode', names: 'kErrorCodeNames', type: 'ErrorCode', array: 'ERROR_CODES' },
}

// Completes "What they are for", as the documentation of a type has it.
const MEANINGS = {
  textFields: 'The texts of a node. Each is optional: no text is not the empty text.',
  eventKinds: 'What an event is about.',
  actionKinds: 'What can be done to an element natively.',
  routes: 'How an action was done.',
  noiseRules: 'What a diff leaves out and counts unless it is asked to report it.',
  cutReasons: 'Why a part of a tree is missing.',
  errorCodes: 'What kind of thing went wrong; stable across versions, made to be compared with.',
}

/** `setText` and `SET_TEXT` are both `kSetText`. */
function enumerator({ name, enumerator: own }) {
  if (own !== undefined) return own
  const words = /^[A-Z_]+$/.test(name) ? name.toLowerCase().split('_') : [name]
  return `k${words.map((word) => word[0].toUpperCase() + word.slice(1)).join('')}`
}

function cppEnum(type, base, words, value = () => '') {
  const lines = words.map(
    (word, index) => `  ${enumerator(word)}${value(index)},${word.says === undefined ? '' : `  // ${word.says}`}\n`,
  )
  return `enum class ${type} : ${base} {\n${lines.join('')}};\n`
}

function cppStates(states) {
  const mixed = states.filter((state) => state.mixed)
  const bits = [...states, ...mixed.map((state) => ({ name: `${enumerator(state).slice(1)}Mixed` }))]
  if (bits.length > 32) throw new Error(`${source}: states are bits of 32`)
  const row = (state) =>
    `    {State::${enumerator(state)}, "${state.name}", ${state.threeValued === true}, ` +
    `${state.mixed ? `static_cast<uint32_t>(State::${enumerator(state)}Mixed)` : '0'}},\n`
  return `${cppEnum('State', 'uint32_t', bits, (index) => ` = 1u << ${index}`)}
struct StateWord {
  State state;
  std::string_view name;
  bool three_valued;  // not every element has it: what cannot be checked is neither checked nor unchecked
  uint32_t mixed;     // the bit that says \`mixed\`, or 0
};

// In the order in which they are written.
inline constexpr StateWord kStates[] = {
${states.map(row).join('')}};
`
}

function cppList(words, { cpp, names }) {
  const plural = names.replace('Names', 's')
  return `${cppEnum(cpp, 'uint8_t', words)}inline constexpr size_t ${plural} = ${words.length};
inline constexpr std::array<std::string_view, ${plural}> ${names} = {
${words.map(({ name }) => `    "${name}",\n`).join('')}};
constexpr std::string_view to_string(${cpp} word) { return ${names}[static_cast<size_t>(word)]; }
`
}

function cppAttributes(attributes) {
  const line = (word) => `inline constexpr std::string_view ${enumerator(word)} = "${word.name}";  // ${word.says}\n`
  return `namespace attribute {
${attributes.map(line).join('')}}  // namespace attribute
`
}

function quoted(words) {
  return words.map(({ name }) => `'${name}'`)
}

// As biome breaks lines.
function tsArray(name, words) {
  const line = `export const ${name} = [${quoted(words).join(', ')}] as const\n`
  if (line.length <= 121) return line
  return `export const ${name} = [\n${quoted(words)
    .map((word) => `  ${word},\n`)
    .join('')}] as const\n`
}

function tsUnion(name, words) {
  const line = `export type ${name} = ${quoted(words).join(' | ')}\n`
  if (line.length <= 121) return line
  return `export type ${name} =\n${quoted(words)
    .map((word) => `  | ${word}\n`)
    .join('')}`
}

function tsDoc(meaning, words) {
  const said = words.filter((word) => word.says !== undefined)
  if (said.length === 0) return `/** ${meaning} */\n`
  return `/**\n * ${meaning}\n${said.map(({ name, says }) => ` * - \`${name}\`: ${says}\n`).join('')} */\n`
}

function tsList(words, meaning, { type, array }) {
  if (array === undefined) return tsDoc(meaning, words) + tsUnion(type, words)
  return `${tsArray(array, words)}\n${tsDoc(meaning, words)}export type ${type} = (typeof ${array})[number]\n`
}

function tsStates(states) {
  const lists = [
    ['STATES', 'StateName', 'Every state of a snapshot.', states],
    ['STATE_KEYS', 'StateKey', 'The states that a selector can ask for.', states.filter((state) => state.selector)],
  ]
  const some = (name, key) =>
    tsArray(
      name,
      states.filter((state) => state[key]),
    )
  return `${lists.map(([array, type, meaning, words]) => tsList(words, meaning, { array, type })).join('\n')}
/** States that not every element has: what cannot be checked is neither checked nor unchecked. */
${some('THREE_VALUED_STATES', 'threeValued')}
/** States that may be neither on nor off, but \`mixed\`. */
${some('MIXED_STATES', 'mixed')}`
}

export function generated() {
  const { states, attributes, ...lists } = JSON.parse(readFileSync(join(root, source), 'utf8'))
  const each = Object.entries(lists)
  return {
    'src-native/core/vocabulary.h': `// ${origin}
// clang-format off
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace surehand {

${cppStates(states)}
${each.map(([key, words]) => `// ${MEANINGS[key]}\n${cppList(words, LISTS[key])}`).join('\n')}
// Attributes that mean the same on every platform. What else a platform says keeps its own name, behind the
// platform's: \`atspi:toolkit\`.
${cppAttributes(attributes)}
}  // namespace surehand
`,
    'lib/sdk/vocabulary.ts': `// ${origin}

${tsStates(states)}
${each.map(([key, words]) => tsList(words, MEANINGS[key], LISTS[key])).join('\n')}
${tsDoc("Attributes that mean the same on every platform. What else a platform says keeps its own name, behind the platform's: `atspi:toolkit`.", attributes)}${tsUnion('AttributeName', attributes)}`,
  }
}
