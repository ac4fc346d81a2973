import type { Call } from './call.js'
import { unescaped } from './escapes.js'
import { harmOfTarget } from './harm.js'
import { DOWNLOAD, plain, UNKNOWN } from './marks.js'

// Programs in other languages are not followed: what they are told in their command line is read for texts that a shell would be given
// and for the few calls that delete, fork, or run what comes from the network.

const FORKS = /\b(?:os\.)?fork\s*(?:\(\s*\))?\s*(?:;|\bwhile\b|\)|\})?/
const ENDLESS =
  /\bwhile\b|\bfor\s*\(\s*;\s*;\s*\)|\bloop\b|\bsetInterval\b|\buntil\b|\bredo\b|\bin\s+iter\(|\bitertools\.(?:count|cycle|repeat)\b/
const SPAWNS = /\bwhile\s*\(?\s*(?:1|true|True)\b\s*[):]?[^;]*\b(?:spawn|Popen|fork|exec)\b/
const DELETES =
  /\b(?:rmtree|rm_rf?|rmSync|rmdirSync|remove_entry_secure|rm_r|remove_tree|removeSync|rimraf|RemoveAll|removedirs|deleteRecursively|delete_dir|unlink)\b/
const RUNS =
  /\b(?:exec\w*|eval|system|popen|Popen|spawn\w*|Function|run|call|check_\w+|instance_eval|loadstring|load|do|require)\b|`/
const FETCHES =
  /\b(?:urlopen|urllib|requests\.(?:get|post)|httpx?\b|https?:\/\/|open-uri|LWP|fetch\s*\(|file_get_contents|Net::HTTP|socket|curl|wget)/

const WRITES =
  /['"]\s*(?:[wa]b?|r\+b?)\+?\s*['"]|['"][+\s]*>|\b(?:write\w*|truncate\w*|createWriteStream|copyFile\w*)\s*\(/

const EDITORS = /^(?:vim?|nvim|emacs|ex|ed)$/

/** An interpreter: its code is in its words, in what it reads, or in a file that was written here. */
export function ofProgram({ shell, name, words, stdin }: Call): string {
  const code: string[] = []
  const operands = words.filter((word) => !word.startsWith('-'))
  const [file] = operands
  words.forEach((word, index) => {
    if (/^(?:-[a-zA-Z]*[ceErSsx]|--eval|--execute|--command|eval|-p|-cmd|--ex)$/.test(word))
      code.push(words[index + 1] ?? '')
    const long = /^--(?:eval|execute|command)=(.*)$/s.exec(word) ?? /^[-+](?:[cex]|cmd)?(?=[^-\s])(.{4,})$/s.exec(word)
    if (long !== null) code.push(long[1] as string)
  })
  // What is opened to be edited is not run.
  const content = file === undefined || EDITORS.test(name) ? undefined : shell.contentOf(file)
  if (content !== undefined) code.push(content)
  const reads = (file === undefined && code.length === 0) || file === '-' || file === '/dev/stdin'
  if (reads && stdin !== undefined) code.push(stdin)
  if (/^https?:/.test(operands[name === 'deno' || name === 'bun' ? 1 : 0] ?? '')) {
    shell.add('download-into-shell', 'it runs what it downloads')
  }
  for (const each of code) judgeCode(shell, name, plain(each))
  return UNKNOWN
}

function judgeCode(shell: Call['shell'], name: string, code: string, depth = 0): void {
  if (code.includes(DOWNLOAD)) shell.add('download-into-shell', 'it runs what was downloaded')
  if (
    FETCHES.test(code) &&
    RUNS.test(code) &&
    /\b(?:exec|eval|system|popen|instance_eval|Function|load)\b/.test(code)
  ) {
    shell.add('download-into-shell', 'it runs what it downloads')
  }
  if ((FORKS.test(code) && ENDLESS.test(code)) || SPAWNS.test(code))
    shell.add('fork-bomb', 'it starts itself without end')
  if (/\bsocket\b/i.test(code) && /dup2|pty\.spawn|\/bin\/(?:ba|z|da|k)?sh\b|child_process/.test(code)) {
    shell.add('download-into-shell', 'it has the network type into a shell')
  }
  const joined = spelled(code).replace(/(['"])\s*(?:\+|&|\.\.?)\s*\1/g, '')
  const texts = [
    ...joined.matchAll(
      /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`|\bq[qxw]?(?:\{([^}]*)\}|\(([^)]*)\)|\|([^|]*)\|)/gs,
    ),
  ]
  for (const [, ...written] of texts) {
    const text = unescaped(written.find((each) => each !== undefined) ?? '')
    if (text === '') continue
    if (DELETES.test(code)) for (const harm of harmOfText(shell, text)) shell.found.push(harm)
    if (WRITES.test(code)) shell.found.push(...harmOfTarget(text.replace(/^[+\s]*>+\s*/, ''), undefined))
    shell.code(text)
    for (const bytes of decodings(text)) {
      shell.code(bytes)
      if (depth < 4) judgeCode(shell, name, bytes, depth + 1)
    }
    const reversed = /\[::-1\]|\breverse\b/.test(code) ? [...text].reverse().join('') : ''
    if (reversed !== '') shell.code(reversed)
  }
  // `subprocess.run(['rm', '-rf', '/'])`, `spawn('rm', ['-rf', '/'])`, `%w(rm -rf /)`
  const listed = texts.map(([, single, double]) => single ?? double ?? '').filter((text) => text !== '')
  if (listed.length > 1 && RUNS.test(code)) {
    for (let index = 0; index < Math.min(4, listed.length); index++) shell.execute(listed.slice(index))
  }
  if (EDITORS.test(name) || /^(?:gdb|psql|mysql|sqlite3|make|osascript|tclsh|expect|irb)$/.test(name)) {
    for (const line of code.split(/\n|\|\s*!/)) {
      const command = /^\s*(?::?!|\.?shell\s|\\!\s*|\.system\s)?\s*(.*)$/s.exec(line)?.[1] ?? ''
      shell.code(command.replace(/^(?:do shell script|!)\s*/, ''))
    }
  }
}

/** Characters by their numbers become texts. */
function spelled(code: string): string {
  const quote = code.includes("'") ? "'" : '"'
  const text = (numbers: string) => {
    const codes = numbers.split(',').map((each) => Math.min(0xffff, Number(each) || 0x20))
    return quote + String.fromCodePoint(...codes) + quote
  }
  return code.replace(/\b(?:chr|String\.from(?:CharCode|CodePoint))\s*\(([\d\sxa-f,]+)\)/gi, (_, numbers: string) =>
    text(numbers),
  )
}

/** What a text holds that looks encoded, where that can be read. */
function decodings(text: string): string[] {
  const encoded: ('base64' | 'hex')[] = []
  if (/^[A-Za-z0-9+/\s]{8,}={0,2}$/.test(text)) encoded.push('base64')
  if (/^(?:[0-9a-fA-F]{2}\s*){6,}$/.test(text)) encoded.push('hex')
  const bytes = encoded.map((encoding) => Buffer.from(text.replace(/\s/g, ''), encoding).toString('utf8'))
  return bytes.filter((each) => /^[\x20-\x7e\s]+$/.test(each))
}

function harmOfText(shell: Call['shell'], text: string) {
  const before = shell.found.length
  shell.execute(['rm', '-rf', text.startsWith('~') || text.startsWith('/') ? text : `./${text}`])
  return shell.found.splice(before)
}
