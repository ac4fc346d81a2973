// Fuzzes the selector parser: node test/fuzz/selector_fuzz.mjs [seconds] [seed]
// Ends with 1 and the reproducer on any exception but INVALID_SELECTOR, a violated fixed point, or a slow input.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const SLOW = 50 // ms
const seconds = Number(process.argv[2] ?? 10)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 32)

const entry = fileURLToPath(new URL('../../lib/sdk/selector/index.ts', import.meta.url))
const bundle = await build({ entryPoints: [entry], bundle: true, format: 'esm', platform: 'node', write: false })
const code = Buffer.from(bundle.outputFiles[0].text).toString('base64')
const { format, isSelector, parse, splitSelectors } = await import(`data:text/javascript;base64,${code}`)

const seeds = [
  'role:Button|name:Save',
  'role:Button && name:"Save \\"x\\"" || name:\'a|b\', #id-1 >> ..',
  '(role:window|name:Mail*) >> has:(role:button|!enabled:false) >> role:text|nth:-2',
  'near:(name:Total)@120|rightof:(role:text >> *)|!(above:(*) || below:(..))',
  'text:/^re(ply)?$/i|attr:tag=x|attr:"a b"|value:/[/]/su|checked:mixed|ref:e12|pid:7',
  'name:Save (draft, v2)! a & b > c: d|first',
  'localizedrole:B?tton\\*|window:\\ x\\ |app:org.example|process:mail|placeholder:"…"|desc:é😀',
  'name:Save role:Button',
  'Button:Save',
  '!!(!last)',
  'role:button|role:text',
  'role:row >> *|nth:1',
  'attr:"IsEnabled"=true|process:notepad.exe',
  'role:Button[name="Save"]:nth-child(2) >> //Window/Button[@Name=\'x\']',
  "page.getByRole('button', { name: 'Save', exact: true })",
  'name:A, B (c), D: e | f && g',
  'name:~a|value:C:\\temp|text:Why?|name:“x”|name:.*(a|b)',
]
const tokens = [
  ...['role:', 'name:', 'text:', 'attr:', 'has:(', 'near:(', ')@', 'rightof:(', 'nth:', 'first', 'last', 'enabled:'],
  ...[
    'true',
    'mixed',
    'button',
    '|',
    '||',
    '&&',
    '&',
    ',',
    '>>',
    '>',
    '!',
    '(',
    ')',
    '..',
    '*',
    '?',
    '#',
    '"',
    "'",
    '/',
  ],
  ...[
    '\\',
    '[',
    ']',
    '=',
    '@',
    ':',
    ' ',
    '\t',
    '\u00a0',
    '-',
    '0',
    '999999999999',
    '\ud800',
    '😀',
    'ß',
    '\0',
    '\n',
    '_',
  ],
]

let state = seed || 1
const random = (n) => {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % n
}
const pick = (list) => list[random(list.length)]

const corpus = [...seeds]
const mutations = [
  (text, at) => text.slice(0, at) + pick(tokens) + text.slice(at),
  (text, at) => text.slice(0, at) + text.slice(at + 1 + random(8)),
  (text, at) => text.slice(0, at) + String.fromCharCode(random(random(4) ? 128 : 65_536)) + text.slice(at + 1),
  (text, at) => text.slice(0, at) + text.slice(at, at + 1 + random(20)).repeat(2) + text.slice(at),
  (text, at) => text.slice(0, at) + pick(corpus).slice(random(20)),
  (text) => `${random(2) ? '!' : ''}(${text})`,
  (text) => `has:(${text})`,
  (text) => text + pick([' >> ', '|', ' || ', '']) + pick(corpus),
]

function next() {
  let text = pick(corpus)
  for (let i = 1 + random(6); i > 0; i--) text = pick(mutations)(text, random(text.length + 1))
  if (random(200) === 0) text = (random(2) ? text : pick(tokens)).repeat(1 + random(20_000)).slice(0, 70_000)
  return text
}

/** What is wrong with how `text` is read, or nothing. */
function fault(text) {
  let ast
  try {
    ast = parse(text)
  } catch (error) {
    if (error?.code !== 'INVALID_SELECTOR') return `threw ${error?.stack ?? error}`
    const { selector, offset, found, expected, suggestion } = error.details
    if (selector !== text || !expected) return `incomplete details: ${JSON.stringify(error.details)}`
    if (text.slice(offset, offset + found.length) !== found) return `found ${JSON.stringify(found)} is not at ${offset}`
    if (suggestion !== undefined && !isSelector(suggestion)) return `suggests what is no selector: ${suggestion}`
    return listFault(text)
  }
  const canonical = format(ast)
  // Quoting may carry a text that was just short enough over the limit.
  if (canonical.length > 65_536) return undefined
  if (!isSelector(canonical)) return `formats to what is no selector: ${canonical}`
  if (JSON.stringify(parse(canonical)) !== JSON.stringify(ast)) return `formats to another selector: ${canonical}`
  if (format(parse(canonical)) !== canonical) return `its format does not format to itself: ${canonical}`
  const list = [canonical, 'role:button', canonical]
  if (list.join(', ').length > 65_536) return undefined
  const parts = splitSelectors(list.join(', '))
  if (JSON.stringify(parts) !== JSON.stringify(list)) return `comes out of a list as ${JSON.stringify(parts)}`
  return undefined
}

/** What is wrong with how `text`, which is no selector, is read as a list. */
function listFault(text) {
  try {
    for (const part of splitSelectors(text)) if (!isSelector(part)) return `splits into what is no selector: ${part}`
  } catch (error) {
    if (error?.code !== 'INVALID_SELECTOR') return `as a list threw ${error?.stack ?? error}`
    const { offset, found } = error.details
    if (text.slice(offset, offset + found.length) !== found) return `in the list, ${found} is not at ${offset}`
  }
  return undefined
}

/** ms; the least of a few tries, so that a busy machine is not taken for a slow parser. */
function timeOf(text) {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 5 && least > SLOW; i++) {
    const start = performance.now()
    isSelector(text)
    least = Math.min(least, performance.now() - start)
  }
  return least
}

const end = performance.now() + seconds * 1000
let runs = 0
let parsed = 0
let slowest = 0
while (performance.now() < end) {
  const text = next()
  runs++
  const start = performance.now()
  const wrong = fault(text)
  const spent = performance.now() - start
  const slow = spent > SLOW ? timeOf(text) : spent
  slowest = Math.max(slowest, slow)
  const problem = wrong ?? (slow > SLOW ? `took ${slow.toFixed(0)} ms` : undefined)
  if (problem) {
    console.error(`seed ${seed}, run ${runs}: ${JSON.stringify(text)}\n${problem}`)
    process.exit(1)
  }
  if (text.length < 300 && isSelector(text)) {
    parsed++
    if (corpus.length < 2000) corpus.push(text)
    else corpus[seeds.length + random(corpus.length - seeds.length)] = text
  }
}
console.log(JSON.stringify({ seconds, seed, runs, parsed, slowestMs: Number(slowest.toFixed(1)) }))
