// Writes regex_cases.inc: random patterns and texts with what this Node's V8 says. Committed; the seed is fixed.
//   node test/native/generate-regex-cases.mjs
// Not in it, because we differ on purpose (core/regex/syntax.h): astral characters without `u`, lone surrogates,
// scripts, duplicate group names, empty matches inside a surrogate pair (V8 has them, with `u` too), and characters newer than the Unicode version of core/text/unicode_tables.inc.
import { writeFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'

let seed = 20240607
const random = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return Math.floor((seed / 2 ** 32) * n)
}
const pick = (list) => list[random(list.length)]
const chance = (percent) => random(100) < percent

const letters = ['a', 'a', 'b', 'b', 'c', 'A', 'B', '0', '1', '_', ' ', '-']
const special = [
  'é',
  'É',
  'ß',
  'ẞ',
  'ſ',
  '\u212a',
  's',
  'k',
  'S',
  'İ',
  'ı',
  'i',
  'µ',
  'μ',
  'Σ',
  'σ',
  'ς',
  '文',
  '\n',
  '\u2028',
  '\u00a0',
  '\ufeff',
  'Ω',
  '\u2126',
  'ǅ',
  'ა',
]
const astral = ['😀', '𐐀', '𐐨']

const character = (flags) => (chance(75) ? pick(letters) : pick(flags.includes('u') && chance(30) ? astral : special))

const classEscapes = ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S']
const properties = [
  'L',
  'Lu',
  'Ll',
  'Letter',
  'gc=Nd',
  'P',
  'S',
  'Zs',
  'Any',
  'ASCII',
  'White_Space',
  'General_Category=Uppercase_Letter',
  'M',
  'LC',
]
const property = () => `\\${pick(['p', 'P'])}{${pick(properties)}}`

const literal = (flags) => {
  const c = character(flags)
  if (c === '\n') return '\\n'
  if (c === '-') return '-'
  if (chance(6) && c.length === 1) return `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`
  if (chance(4) && flags.includes('u')) return `\\u{${c.codePointAt(0).toString(16)}}`
  if (chance(3) && c.charCodeAt(0) < 256) return `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`
  return c
}

const characterClass = (flags) => {
  let out = chance(30) ? '[^' : '['
  for (let i = 1 + random(3); i > 0; i--) {
    const roll = random(10)
    if (roll < 5) out += literal(flags).replace(/^-$/, '\\-')
    else if (roll < 7) out += pick(['a-c', 'A-Z', '0-9', 'à-ÿ', 'α-ω', '!-~', 'b-k', '\\x00-\\x7f'])
    else if (roll < 9) out += pick(classEscapes)
    else out += flags.includes('u') ? property() : pick(['\\b', '\\101', '-', '\\cA'])
  }
  return `${out}]`
}

const atom = (flags, depth, state) => {
  const roll = random(100)
  if (depth > 3 || roll < 42) return literal(flags)
  if (roll < 50) return '.'
  if (roll < 60) return pick(classEscapes)
  if (roll < 70) return characterClass(flags)
  if (roll < 73 && flags.includes('u')) return property()
  if (roll < 85) return `(?:${alternatives(flags, depth + 1, state)})`
  if (roll < 89 && state.references && state.groups > 0) return `\\${1 + random(state.groups)}(?:)`
  if (state.references) state.groups++
  return `(${alternatives(flags, depth + 1, state)})`
}

const term = (flags, depth, state) => {
  const roll = random(100)
  if (roll < 5) return pick(['^', '$'])
  if (roll < 9) return pick(['\\b', '\\B'])
  if (roll < 15 && depth < 3) return `(${pick(['?=', '?!', '?<=', '?<!'])}${alternatives(flags, depth + 1, state)})`
  const quantifier = chance(35) ? pick(['*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,3}?', '{2,}', '{0}']) : ''
  return atom(flags, depth, state) + quantifier
}

const sequence = (flags, depth, state) =>
  Array.from({ length: 1 + random(depth === 0 ? 4 : 3) }, () => term(flags, depth, state)).join('')
const alternatives = (flags, depth, state) =>
  Array.from({ length: chance(25) ? 2 + random(2) : 1 }, () => sequence(flags, depth, state)).join('|')

const text = (flags) => Array.from({ length: random(7) }, () => character(flags)).join('')

const quote = (s) => {
  let out = ''
  for (const byte of Buffer.from(s)) {
    const c = String.fromCharCode(byte)
    if (c === '"' || c === '\\' || (c === '?' && out.endsWith('?'))) out += `\\${c}`
    else if (byte < 0x20 || byte > 0x7e) out += `\\${byte.toString(8).padStart(3, '0')}`
    else out += c
  }
  return out
}

// One plain string a row: compilers take minutes over thousands of string_views. U+001F parts, U+001E is NUL.
const row = (fields) => `"${fields.map((field) => quote(field.replaceAll('\0', '\x1e'))).join('\\037')}",`

const sandbox = createContext({})
const test = (pattern, flags, subject) => {
  sandbox.pattern = pattern
  sandbox.flags = flags
  sandbox.subject = subject
  return runInContext('new RegExp(pattern, flags).test(subject)', sandbox, { timeout: 500 })
}

const rows = []
const add = (pattern, flags, texts) => {
  const results = texts.map((subject) => (test(pattern, flags, subject) ? '1' : '0')).join('')
  rows.push(row([pattern, flags, results, ...texts]))
}

const compiles = (pattern, flags) => {
  try {
    return Boolean(new RegExp(pattern, flags))
  } catch {
    return false
  }
}

// Each by itself, on texts that tell it from its neighbours.
const chosen = [
  ['^re(ply)?$', 'i', ['re', 'Reply', 'REPLY', 'replying', ' reply']],
  ['\\bsave\\b', 'i', ['Save', 'Save as', 'Saved', 'autosave', 'ſave']],
  ['\\bk\\b', 'iu', ['\u212a', 'ſ\u212a', 'x\u212a', ' k ']],
  ['\\w', 'i', ['ſ', '\u212a', 'é', '_']],
  ['\\w', 'iu', ['ſ', '\u212a', 'é', '_']],
  ['\\W', 'iu', ['ſ', '\u212a', 'é', 's', 'S']],
  ['[^\\W]', 'iu', ['ſ', '\u212a', 'é', 's']],
  ['[\\W]', 'i', ['ſ', '\u212a', 's', 'k']],
  ['ſ', 'i', ['s', 'S', 'ſ']],
  ['ſ', 'iu', ['s', 'S', 'ſ']],
  ['[a-z]', 'i', ['\u212a', 'ſ', 'É', 'Q']],
  ['[a-z]', 'iu', ['\u212a', 'ſ', 'É', 'Q']],
  ['[^a-z]', 'iu', ['\u212a', 'ſ', 'É', 'Q']],
  ['ß', 'i', ['ẞ', 'ß', 'ss', 'SS']],
  ['ß', 'iu', ['ẞ', 'ß', 'ss', 'SS']],
  ['ς', 'i', ['Σ', 'σ', 'ς']],
  ['ς', 'iu', ['Σ', 'σ', 'ς']],
  ['\u0345', 'i', ['\u0399', '\u03b9', '\u1fbe', '\u0345']],
  ['\u0345', 'iu', ['\u0399', '\u03b9', '\u1fbe', '\u0345']],
  ['İ', 'iu', ['i', 'I', 'İ', 'ı']],
  ['ı', 'i', ['i', 'I', 'İ', 'ı']],
  ['ǆ', 'i', ['Ǆ', 'ǅ', 'ǆ']],
  ['Ა', 'i', ['ა', 'Ა']],
  ['Ა', 'iu', ['ა', 'Ა']],
  ['ꭰ', 'i', ['Ꭰ', 'ꭰ']],
  ['µ', 'i', ['μ', 'Μ', 'µ']],
  ['Å', 'i', ['å', 'Å', '\u212b']],
  ['Å', 'iu', ['å', 'Å', '\u212b']],
  ['ᾳ', 'i', ['ᾼ', 'ᾳ']],
  ['ᾳ', 'iu', ['ᾼ', 'ᾳ']],
  ['\\p{Lu}', 'iu', ['a', 'A', '1', 'ß']],
  ['\\P{Lu}', 'iu', ['a', 'A', '1', 'ß']],
  ['[^\\p{Lu}]', 'iu', ['a', 'A', '1', 'ß']],
  ['[^\\P{Lu}]', 'iu', ['a', 'A', '1', 'ß']],
  ['^.$', 'u', ['😀', 'é', '\n', '\r', '\u2028', '\u0085', 'ab']],
  ['^.$', 'su', ['😀', 'é', '\n', '\r', '\u2028']],
  ['^\\u{1F600}$', 'u', ['😀', 'x']],
  ['^\\ud83d\\ude00$', '', ['😀', 'x']],
  ['^\\ud83d\\ude00$', 'u', ['😀', 'x']],
  ['^[😀-😂]$', 'u', ['😁', '😃']],
  ['^😀{2}$', 'u', ['😀😀', '😀']],
  ['\\u{2}', '', ['uu', 'u', '\u0002']],
  ['\\u{12', '', ['u{12', 'u']],
  ['\\x4', '', ['x4', '\u0004']],
  ['\\c', '', ['\\c', 'c']],
  ['\\c1', '', ['\\c1', '\u0011']],
  ['[\\c1]', '', ['\u0011', 'c', '\\']],
  ['[\\c*]', '', ['c', '\\', '*', '\n']],
  ['\\cJ', 'u', ['\n', 'J']],
  ['[\\b]', '', ['\b', 'b']],
  ['\\0', '', ['\0', '0']],
  ['\\01', '', ['\u0001', '01']],
  ['\\377', '', ['ÿ', '377']],
  ['\\400', '', [' 0', 'Ā']],
  ['\\8', '', ['8', '\b']],
  ['[\\8\\9\\7]', '', ['8', '9', '\u0007', '7']],
  ['(a)\\2', '', ['a\u0002', 'a2', 'aa']],
  ['\\1(a)', '', ['a', 'aa']],
  ['(a)\\1', 'i', ['aA', 'a', 'Aa']],
  ['(ſ)\\1', 'iu', ['ſs', 'ſK', 'SS']],
  ['\\k', '', ['k', '\\k']],
  ['\\k<a>', '', ['k<a>', 'a']],
  ['\\k<n>(?<n>a)', '', ['a', 'aa']],
  ['(?<n>a)\\k<n>', '', ['a', 'aa']],
  ['(?<名>a)\\k<名>b', 'u', ['aab', 'ab']],
  ['(?:(a)|b)*\\1', '', ['ab', 'abaa', 'b']],
  ['^(?:(a)|b)*\\1$', '', ['ab', 'aba', 'abaa', 'aa']],
  ['^(?:(a)|(b)|c)+\\1\\2$', '', ['abc', 'abb', 'aba', 'bc']],
  ['(z)((a+)?(b+)?(c))*\\3$', '', ['zaacbbbcac', 'zaacbbbcaca']],
  ['^(a*)*\\1b$', '', ['aab', 'b', 'aabb']],
  ['^(?=(a+))a*b\\1$', '', ['aba', 'aabaa', 'aaba']],
  ['(?=(a+))a*b\\1', '', ['baaabac', 'ab']],
  ['(?!(a))\\1b', '', ['b', 'ab']],
  ['(.*?)a(?!(a+)b\\2c)\\2(.*)', '', ['baaabaac', 'x']],
  ['(?<=(\\d+)(\\d+))$', '', ['1053', '1']],
  ['(?<=\\1(\\w))d', '', ['abbd', 'aabd', 'abd']],
  ['(?<=(\\w)\\1)d', '', ['abbd', 'abd']],
  ['(?<=^|,)x', '', ['x', 'a,x', 'ax']],
  ['(?<!\\$)\\b\\d+', '', ['$10', '10', '$ 10', 'a1']],
  ['(?<=a(?=b)b)c', '', ['abc', 'ac', 'bbc']],
  ['(?=.*\\d)(?=.*[a-z])^.{3,}$', '', ['ab1', 'abc', '1a', '123a']],
  ['(?=a)*b', '', ['b', 'ab', 'a']],
  ['(?=a){2}a', '', ['a', 'b']],
  ['(?!a)+b', '', ['b', 'ab']],
  ['^(?!.*foo).*$', '', ['a foo', 'a fo', '']],
  ['a{', '', ['a{', 'a']],
  ['a{1', '', ['a{1', 'a']],
  ['a{,2}', '', ['a{,2}', 'aa']],
  ['a{1,2', '', ['a{1,2', 'aa']],
  ['{', '', ['{', '']],
  ['x{a}', '', ['x{a}', 'x']],
  [']', '', [']', '']],
  ['}', '', ['}', '']],
  ['[]', '', ['', 'a']],
  ['[^]', '', ['', 'a', '\n']],
  ['[]a]', '', ['a]', 'a', ']']],
  ['[a-]', '', ['-', 'a', 'b']],
  ['[-a]', '', ['-', 'a', 'b']],
  ['[\\w-a]', '', ['-', 'z', '!']],
  ['[a-\\d]', '', ['-', 'a', '5', 'b']],
  ['[\\-]', 'u', ['-', '\\']],
  ['[(]', '', ['(', ')']],
  ['[\\]]', '', [']', '\\']],
  ['[a\\]b](c)', '', [']c', 'b']],
  ['a||b', '', ['', 'x']],
  ['^(?:|a)$', '', ['', 'a', 'b']],
  ['^()$', '', ['', 'a']],
  ['(?:){3}a', '', ['a', '']],
  ['^(?:a?){3}$', '', ['', 'aaa', 'aaaa']],
  ['^(?:a*)*$', '', ['', 'aaa', 'b']],
  ['^(?:a*?)+?$', '', ['', 'aaa', 'b']],
  ['^(?:ab){2,3}$', '', ['ab', 'abab', 'ababab', 'abababab']],
  ['^a{3}$', '', ['aa', 'aaa', 'aaaa']],
  ['^a{0}$', '', ['', 'a']],
  ['^(a){0}b\\1$', '', ['b', 'ab']],
  ['\\/', 'u', ['/', '\\']],
  ['\\a\\-\\_', '', ['a-_', '\\a']],
  ['\\p{L}', '', ['p{L}', 'a']],
  [
    '^\\s+$',
    '',
    [' \t\n\v\f\r\u00a0\ufeff\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000', '\u0085', '\u200b', '\u180e'],
  ],
  ['^$', '', ['', 'a', '\n']],
  ['a$', '', ['a', 'a\n', 'ba']],
  ['$^', '', ['', 'a']],
  ['$a', '', ['a', '']],
  ['a^', '', ['a', '']],
  ['\\B', '', ['', 'a', 'ab', ' ']],
  ['\\b', '', ['', 'a', 'é', ' ']],
  ['(?:\\b|x)+é', '', ['é', 'aé', 'xé']],
  ['(?<!a)(?<!b)c', '', ['ac', 'bc', 'cc', 'c']],
  ['(?<=é)a', '', ['éa', 'ea']],
  ['(?<=😀.)a', 'u', ['😀ba', '😀a', '😀😀a']],
  ['(?<=(?!b).)c', '', ['bc', 'ac']],
  ['(?=(?<=a)b)', '', ['ab', 'bb']],
]
for (const [pattern, flags, texts] of chosen) add(pattern, flags, texts)

for (let wanted = 1500; wanted > 0; ) {
  const flags = pick(['', '', 'i', 'i', 'u', 'iu', 'iu', 's', 'su'])
  const state = { references: chance(30), groups: 0 }
  const pattern = alternatives(flags, 0, state)
  const texts = Array.from({ length: 6 }, () => text(flags))
  if (/\\B|\(\?<?!/.test(pattern) && texts.some((subject) => /[^\0-\uffff]/u.test(subject))) continue
  if (!compiles(pattern, flags) || pattern.length > 60) continue
  const results = texts.map((subject) => test(pattern, flags, subject))
  // What always or never matches tells little; keep a few.
  if (new Set(results).size === 1 && !chance(8)) continue
  add(pattern, flags, texts)
  wanted--
}

const refused = [
  ['(', ''],
  [')', ''],
  ['a)', ''],
  ['(?', ''],
  ['(?a)', ''],
  ['(?<a', ''],
  ['(?<>a)', ''],
  ['(?<1>a)', ''],
  ['(?<a>x)(?<a>y)', ''],
  ['[', ''],
  ['[a', ''],
  ['[b-a]', ''],
  ['[\\', ''],
  ['\\', ''],
  ['*', ''],
  ['+a', ''],
  ['?', ''],
  ['a**', ''],
  ['a+*', ''],
  ['a???', ''],
  ['{1}', ''],
  ['a{2,1}', ''],
  ['a{1}{2}', ''],
  ['^*', ''],
  ['\\b+', ''],
  ['(?<=a)*', ''],
  ['(?<!a)?', ''],
  ['(?=a)*', 'u'],
  ['{', 'u'],
  ['}', 'u'],
  [']', 'u'],
  ['a{', 'u'],
  ['a{1', 'u'],
  ['\\u', 'u'],
  ['\\u{', 'u'],
  ['\\u{}', 'u'],
  ['\\u{110000}', 'u'],
  ['\\x1', 'u'],
  ['\\1', 'u'],
  ['(a)\\2', 'u'],
  ['\\01', 'u'],
  ['\\c', 'u'],
  ['\\a', 'u'],
  ['\\-', 'u'],
  ['\\k', 'u'],
  ['\\k<a>', 'u'],
  ['(?<a>)\\k', ''],
  ['(?<a>)\\k<b>', ''],
  ['[\\d-a]', 'u'],
  ['[a-\\w]', 'u'],
  ['[\\B]', 'u'],
  ['[\\1]', 'u'],
  ['\\p', 'u'],
  ['\\p{', 'u'],
  ['\\p{Foo}', 'u'],
  ['\\p{L', 'u'],
  ['a|*', ''],
  ['(?:', ''],
  ['(?=', ''],
  ['((a)', ''],
  ['\\u00g0', 'u'],
  ['\\8', 'u'],
]
for (const [pattern, flags] of refused) if (compiles(pattern, flags)) throw new Error(`V8 takes /${pattern}/${flags}`)

writeFileSync(
  new URL('regex_cases.inc', import.meta.url),
  `// Generated by generate-regex-cases.mjs.\n// clang-format off\n\n// pattern, flags, whether each text matches, texts\n` +
    `const char* const kCases[] = {\n${rows.join('\n')}\n};\n\n// What is no regular expression to V8 either: pattern, flags.\n` +
    `const char* const kRefused[] = {\n${refused.map(row).join('\n')}\n};\n`,
)
