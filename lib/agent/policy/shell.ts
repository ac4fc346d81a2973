import { type Command, forEachChild, type ParsedScript, parse, type SyntaxNode, type Word } from 'unbash'
import type { Judgement, RuleName } from './judgement.js'
import { isTerminalProgram, programName } from './places.js'
import { windowsDenials } from './windows.js'

// What is longer is read to here, and scripts in scripts in scripts are not read any more: all of it is asked about.
const LONGEST = 32 * 1024
const DEEPEST = 6

/** The plain catastrophes in a text that is run. It interprets nothing: what it does not find in the words as they stand is asked about. */
export function denials(text: string): Judgement[] {
  const read = text.slice(0, LONGEST)
  const visitor = new Visitor()
  try {
    visitor.script(read, 0)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [{ outcome: 'deny', rule: 'code', reason: 'it is nested too deeply to be read' }]
  }
  if (BOMB.test(read)) visitor.deny('fork-bomb', 'it starts itself without end')
  return [...visitor.found, ...windowsDenials(read)]
}

// As zsh takes it, without spaces, which the parser reads otherwise.
const BOMB = /([:\w]{1,40})\s*\(\)\s*\{\s*\1\s*\|\s*\1\s*&\s*\}/

/** Of a program that is started with these words. */
export function programDenials(words: readonly string[]): Judgement[] {
  const visitor = new Visitor()
  visitor.program(words, false, 0)
  const [command = '', ...args] = words
  // A terminal runs the words behind one of its options, or one word as a line.
  for (const index of isTerminalProgram(command) ? args.keys() : []) {
    visitor.program(args.slice(index), false, 0)
    visitor.script(args[index] as string, 0)
  }
  return [...visitor.found, ...[words.join(' '), ...args].flatMap(windowsDenials)]
}

class Visitor {
  readonly found: Judgement[] = []

  script(text: string, depth: number): void {
    if (depth > DEEPEST) return
    this.visit(parse(text), depth)
  }

  deny(rule: RuleName, reason: string): void {
    this.found.push({ outcome: 'deny', rule, reason })
  }

  private visit(node: SyntaxNode, depth: number): void {
    if (node.type === 'Function' && callsItself(node, node.name.value)) {
      this.deny('fork-bomb', 'it starts itself without end')
    }
    if (node.type === 'Pipeline' && pipesNetworkToShell(node.commands)) {
      this.deny('download-into-shell', 'it runs what was downloaded')
    }
    if (node.type === 'Command') this.command(node, depth)
    if (node.type === 'Redirect' && node.operator.includes('>') && isDevice(textOf(node.target))) {
      this.deny('write-device', 'it writes over a disk')
    }
    forEachChild(node, (child) => this.visit(child, depth))
  }

  private command(command: Command, depth: number): void {
    if (command.name === undefined) return
    const words = [command.name, ...command.args.filter((each): each is Word => each.type === 'Word')]
    const bodies = command.redirects.flatMap((each) =>
      each.type === 'HereDoc' ? [each.body.text] : each.type === 'HereString' ? [textOf(each.target)] : [],
    )
    this.program(words.map(textOf), words.some(fetches), depth, bodies)
  }

  /** `fetched`: a word of it is what a command that downloads writes. `input`: what it reads. */
  program(given: readonly string[], fetched: boolean, depth: number, input: readonly string[] = []): void {
    const [command = '', ...args] = withoutWrappers(given)
    const name = programName(command)
    const operands = args.filter((word) => !word.startsWith('-'))
    if (fetched && (runsText(name) || command === '' || /^[`$<]/.test(command))) {
      this.deny('download-into-shell', 'it runs what was downloaded')
    }
    if (runsText(name)) {
      const at = args.findIndex((word) => /^(?:-[a-z]*c|\/c|\/k|-command|--command)$/i.test(word))
      const scripts = name === 'eval' ? [args.join(' ')] : at < 0 ? [] : args.slice(at + 1)
      for (const script of [...scripts, ...input]) this.script(script, depth + 1)
    }
    if (deletes(name, args) && operands.some(isRoot)) this.deny('delete-root', 'it deletes the file system or a home')
    if (writesOver(name, args)) this.deny('write-device', 'it writes over a disk, or formats it')
  }
}

const WRAPPERS =
  /^(?:sudo|doas|pkexec|su|env|nohup|time|exec|command|builtin|nice|ionice|setsid|stdbuf|timeout|busybox|toybox|xargs|unshare|chroot)$/
// Options of these that take the next word.
const TAKING = /^-(?:u|g|n|c|i|o|e|k|s|p|C|D|h|t|-user|-group|-signal)$/

/** `sudo -u root env A=1 nice rm -rf /` runs `rm`. */
function withoutWrappers(words: readonly string[]): readonly string[] {
  let rest = words
  for (let turns = 0; turns < 20; turns++) {
    const wrapper = programName(rest[0] ?? '')
    if (!WRAPPERS.test(wrapper)) return rest
    if (wrapper === 'su') {
      const at = rest.findIndex((word) => word === '-c' || word === '--command')
      return at < 0 ? rest : ['sh', '-c', ...rest.slice(at + 1)]
    }
    let at = 1
    while (at < rest.length && /^-|^\w+=|^[\d.]+[smhd]?$/.test(rest[at] as string)) {
      at += TAKING.test(rest[at] as string) && !/^-|^(?:rm|dd|sh|bash)$/.test(rest[at + 1] ?? '-') ? 2 : 1
    }
    if (wrapper === 'chroot') at++
    rest = rest.slice(at)
  }
  return rest
}

const SHELLS = /^(?:(?:r?ba|da|z|k|mk|tc|c|fi|a)?sh|eval|source|\.|pwsh|powershell|cmd)$/
const INTERPRETERS = /^(?:(?:python|pypy|perl|ruby|node|nodejs|deno|bun|php|lua|tclsh)[\d.]*|osascript)$/
const NETWORK = /^(?:curl|wget|fetch|aria2c|axel|lynx|http|https|xh|nc|ncat|netcat|socat|ftp|scp|lwp-request|get)$/

function runsText(name: string): boolean {
  return SHELLS.test(name)
}

/** Whether a program runs what its arguments or its input say. */
export function runsCode(name: string): boolean {
  return SHELLS.test(name) || INTERPRETERS.test(name) || WRAPPERS.test(name)
}

function pipesNetworkToShell(commands: readonly SyntaxNode[]): boolean {
  const all = commands.map((command) => (command.type === 'Command' ? wordsOf(command) : ['']))
  const from = commands.findIndex((command, index) => NETWORK.test(all[index]?.[0] ?? '') || fetches(command))
  return from >= 0 && all.slice(from + 1).some(readsItsScript)
}

/** An interpreter reads its script from the pipe unless it is given one: `python3 -m json.tool` reads data. */
function readsItsScript([name = '', ...args]: readonly string[]): boolean {
  return SHELLS.test(name) || (INTERPRETERS.test(name) && args.every((word) => /^-(?![cem])/.test(word)))
}

/** Without wrappers, and the program by its name. */
function wordsOf(command: Command): readonly string[] {
  const words = [command.name, ...command.args].flatMap((each) => (each?.type === 'Word' ? [textOf(each)] : []))
  const [program, ...args] = withoutWrappers(words)
  // What is left of `sudo -s` is a shell.
  return [words.length > 0 && program === undefined ? 'sh' : programName(program ?? ''), ...args]
}

/** Whether a substitution in it downloads. */
function fetches(node: SyntaxNode): boolean {
  let found = false
  const look = (each: SyntaxNode) => {
    if ((each.type === 'CommandExpansion' || each.type === 'ProcessSubstitution') && each.script !== undefined) {
      found ||= calls(each.script, (name) => NETWORK.test(name))
    }
    if (!found) forEachChild(each, look)
  }
  look(node)
  return found
}

function calls(node: SyntaxNode | ParsedScript, is: (name: string) => boolean): boolean {
  let found = node.type === 'Command' && is(wordsOf(node)[0] as string)
  forEachChild(node, (child) => {
    found ||= calls(child, is)
  })
  return found
}

/** A function that starts itself in the background or twice in a pipe. */
function callsItself(node: SyntaxNode, name: string): boolean {
  let found = false
  forEachChild(node, (child) => {
    const many = (child.type === 'Statement' && child.background === true) || child.type === 'Pipeline'
    found ||= (many && calls(child, (each) => each === name)) || callsItself(child, name)
  })
  return found
}

function deletes(name: string, args: readonly string[]): boolean {
  if (name === 'find') return FINDS_ALL.test(` ${args.join(' ')}`)
  if (name === 'mv') return args.at(-1) === '/dev/null'
  const recursive = args.some((word) => /^-[a-zA-Z]*[rR]|^--recursive|^--no-preserve-root/.test(word))
  return recursive && /^(?:rm|chmod|chown|chgrp|srm|shred)$/.test(name)
}

// What some are chosen by is left to a question.
const FINDS_ALL =
  /^(?!.*\s-(?:i?name|i?path|i?regex|empty|size|[acm](?:time|min|newer)|newer\w*)\s).*\s-(?:delete\b|exec\w*\s+(?:\S*\/)?rm\b)/

const TOPS =
  'bin|boot|dev|etc|home|lib|lib32|lib64|media|mnt|opt|proc|root|run|sbin|srv|sys|usr|var|system|library|users|applications|volumes|private'
const ROOT = new RegExp(
  String.raw`^(?:/+(?:(?:${TOPS})/*)?(?:(?:usr/+(?:bin|lib|sbin|share|local)|var/+lib|(?:home|users)/+[^/]+|mnt/+[a-z])/*)?|~[\w-]*/*|\$HOME/*|\$\{HOME\}/*)(?:\*|\.\*|\.\[[^\]]*\]\*|\{\*,\.\*\})?$`,
  'i',
)

/** The file system, a folder of the system, or a home, or everything in it. */
function isRoot(word: string): boolean {
  let path = word.replace(/\/\.(?=\/|$)/g, '')
  for (let before = ''; before !== path; ) {
    before = path
    path = path.replace(/\/[^/]+\/\.\.(?=\/|$)/, '').replace(/^\/\.\.(?=\/|$)/, '/')
  }
  return ROOT.test(path === '' && word !== '' ? '/' : path)
}

const DEVICE =
  /^\/dev\/(?:[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|mtd|md\d|dm-\d|loop\d|sr\d|r?disk\d|disk\/|mapper\/|mem$|kmem$|port$|block\/)/

function isDevice(word: string): boolean {
  return DEVICE.test(word.replace(/\/+(?:\.\/+)*/g, '/'))
}

function writesOver(name: string, args: readonly string[]): boolean {
  const onDevice = args.some((word) => isDevice(word))
  if (/^(?:mkfs(?:\..*)?|mke2fs|mkswap|wipefs|blkdiscard|shred|sgdisk|tee|truncate|diskutil|newfs\w*)$/.test(name))
    return onDevice
  if (name === 'dd') return args.some((word) => word.startsWith('of=') && isDevice(word.slice(3)))
  return /^(?:cp|mv|install|rsync)$/.test(name) && isDevice(args.at(-1) ?? '')
}

function textOf(word: Word | undefined): string {
  return word?.value ?? ''
}
