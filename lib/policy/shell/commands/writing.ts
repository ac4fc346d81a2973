import { all, type Behaviour, type Commands, operandsOf } from '../call.js'
import { printed, unescaped } from '../escapes.js'
import { DOWNLOAD, isUncertain, plain, UNKNOWN } from '../marks.js'
import { changes, filters, passes } from './passing.js'

// Commands that write a text of their own, or another than they read: what they write may be a command that is run.

const decodes = (words: readonly string[]) => words.some((word) => /^(?:-[a-z]*[dD][a-z]*|--decode)$/.test(word))

function decoded(text: string, encoding: 'base64' | 'hex'): string {
  if (text.includes(DOWNLOAD)) return DOWNLOAD
  if (isUncertain(text)) return UNKNOWN
  return Buffer.from(text.replace(/\s/g, ''), encoding).toString('utf8')
}

const base64: Behaviour = (call) => {
  const text = passes(call)
  if (decodes(call.words)) return decoded(text, 'base64')
  return isUncertain(text) || text.includes(DOWNLOAD) ? text : Buffer.from(text).toString('base64')
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const base32: Behaviour = (call) => {
  const text = passes(call)
  if (!decodes(call.words) || isUncertain(text) || text.includes(DOWNLOAD)) return text
  const bits = [...text.replace(/[\s=]/g, '')]
    .map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString('utf8')
}

/** `tr a-z b-y`, with ranges and the classes that are used for letters. */
const translates: Behaviour = ({ words, stdin = UNKNOWN }) => {
  const options = words.filter((word) => /^-./.test(word)).join('')
  const [from = '', to = ''] = operandsOf(words).map((word) => characters(unescaped(plain(word))))
  if (stdin.includes(DOWNLOAD)) return DOWNLOAD
  if (/[dD]/.test(options)) {
    const inverted = /[cC]/.test(options)
    return [...stdin].filter((character) => from.includes(character) === inverted).join('')
  }
  if (to === '') return stdin
  return [...stdin]
    .map((character) =>
      from.includes(character) ? (to[Math.min(from.indexOf(character), to.length - 1)] ?? '') : character,
    )
    .join('')
}

function characters(set: string): string {
  return set
    .replace('[:lower:]', 'a-z')
    .replace('[:upper:]', 'A-Z')
    .replace('[:digit:]', '0-9')
    .replace(/(.)-(.)/gs, (all, first: string, last: string) => {
      const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)]
      if (to < from) return all
      return Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('')
    })
}

/** `sed s/a/b/g`, and nothing else of it. */
const substitutes: Behaviour = (call) => {
  const script = operandsOf(call.words)[0] ?? ''
  const rest = call.words.filter((word) => word !== script)
  let text = passes({ ...call, words: rest })
  for (const command of plain(script).split(/;(?=\s*[sy]\W)/)) {
    const [, kind, , from = '', to = '', flags = ''] =
      /^\s*([sy])(\W)(.*?)(?<!\\)\2(.*?)(?<!\\)\2([gIi]*)/s.exec(command) ?? []
    if (kind === 's') {
      try {
        const source = from.replace(
          /\\([(){}+?|])|([(){}+?|])/g,
          (_, escaped?: string, bare?: string) => escaped ?? `\\${bare}`,
        )
        const pattern = new RegExp(source, `${flags.toLowerCase()}m`)
        text = text.replace(pattern, to.replace(/\\(\d)/g, '$$$1').replaceAll('&', '$$&'))
      } catch {
        text = text.includes(DOWNLOAD) ? DOWNLOAD : UNKNOWN
      }
    }
    if (kind === 'y') text = [...text].map((character) => to[from.indexOf(character)] ?? character).join('')
  }
  return text
}

const echo: Behaviour = ({ words }) => {
  const first = words.findIndex((word) => !/^-[neE]+$/.test(word))
  const options = first < 0 ? words : words.slice(0, first)
  const text = plain((first < 0 ? [] : words.slice(first)).join(' '))
  const end = options.some((option) => option.includes('n')) ? '' : '\n'
  return (options.some((option) => option.includes('e')) || /\\0?[x0-7]/.test(text) ? unescaped(text) : text) + end
}

const PRINTS = /^\s*(BEGIN\s*)?\{\s*print(f?)\b\s*([^;{}|>]*?)\s*;?\s*\}\s*$/

/** What `awk '{ print "a" $1 }'` writes; of what does more than that, nothing is known. */
export const awkPrints: Behaviour = (call) => {
  const text = filters({ ...call, words: call.stdin === undefined ? operandsOf(call.words).slice(1) : [] })
  if (text.includes(DOWNLOAD)) return DOWNLOAD
  const [all, begins, formats, list = ''] = PRINTS.exec(plain(operandsOf(call.words)[0] ?? '')) ?? []
  if (all === undefined) return UNKNOWN
  const lines = begins === undefined ? text.split('\n').filter((line) => line !== '') : ['']
  return lines.map((line) => `${ofLine(list, line, formats === 'f')}\n`).join('')
}

function ofLine(list: string, line: string, formats: boolean): string {
  const fields = [line, ...line.trim().split(/\s+/)]
  const values = ['']
  for (const [, text, field, comma] of list.matchAll(/"((?:[^"\\]|\\.)*)"|\$(\d+|NF)|(,)|[^\s"$,]+/g)) {
    if (comma !== undefined) {
      values.push('')
      continue
    }
    const known = field === undefined ? UNKNOWN : (fields[field === 'NF' ? fields.length - 1 : Number(field)] ?? '')
    values[values.length - 1] += text === undefined ? known : formats ? text : unescaped(text)
  }
  if (list === '') return line
  return formats ? printed(values[0] ?? '', values.slice(1)) : values.join(' ')
}

export const WRITING: Commands = {
  ...all('base64 gbase64 basenc', base64),
  base32,
  openssl: (call) =>
    /\b(?:base64|enc)\b/.test(call.words.join(' '))
      ? base64({ ...call, words: call.words.filter((word) => /^-[dD]$/.test(word)) })
      : call.words[0] === 's_client'
        ? DOWNLOAD
        : UNKNOWN,
  xxd: (call) => (/-\w*r/.test(call.words.join(' ')) ? decoded(call.stdin ?? UNKNOWN, 'hex') : changes(call)),
  rev: (call) => passes(call).replace(/[^\n]+/g, (line) => [...line].reverse().join('')),
  cut(call) {
    const [, from, dash, to] = /-[cb]\s*(\d*)(-?)(\d*)/.exec(call.words.join(' ')) ?? []
    const text = filters(call)
    if (from === undefined || text.includes(DOWNLOAD)) return text
    const end = dash === '' ? Number(from) : to === '' ? undefined : Number(to)
    return text.replace(/[^\n]+/g, (line) => line.slice(Math.max(0, Number(from || 1) - 1), end))
  },
  tr: translates,
  ...all('sed gsed', substitutes),
  ...all('echo print', echo),
  printf({ shell, words }) {
    const [format = '', ...values] = words[0] === '-v' ? words.slice(2) : words[0] === '--' ? words.slice(1) : words
    const text = printed(plain(format), values.map(plain))
    if (words[0] === '-v') shell.variables.set(words[1] ?? '', text)
    return words[0] === '-v' ? '' : text
  },
  yes: ({ words }) => `${plain(words.join(' ') || 'y')}\n`,
  which: ({ words }) => `/usr/bin/${operandsOf(words)[0] ?? ''}\n`,
  dirname: ({ words }) => `${operandsOf(words)[0]?.replace(/\/+[^/]*\/*$/, '') || '/'}\n`,
  basename: ({ words }) => `${(words[0] ?? '').split('/').at(-1)}\n`,
  pwd: ({ shell }) => `${shell.cwd ?? UNKNOWN}\n`,
  mktemp: () => '/tmp/tmp.x\n',
  whoami: () => 'user\n',
}
