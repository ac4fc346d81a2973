import {
  type Assignment,
  type Command,
  forEachChild,
  type ParsedScript,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
} from 'unbash'
import type { Judgement, RuleName } from '../judgement.js'
import type { Call, Interpreter } from './call.js'
import { COMMANDS } from './commands.js'
import { HARMFUL, harmOf, harmOfTarget, harmOfUnknown } from './harm.js'
import { DOWNLOAD, hasPattern, PROCESS, patternOf, plain, UNKNOWN, UNSET } from './marks.js'
import { normalised } from './places.js'
import { Variables } from './variables.js'
import { expand, expandNumber, expandQuoted, expandWhole, type Surroundings } from './words.js'

// Enough for what people type; whoever needs more is asked about it.
const MOST_COMMANDS = 3_000
const DEEPEST = 24
const LONGEST = 16 * 1024

const STARTED_WITH =
  /(?:^|\/)(?:\.(?:bashrc|bash_profile|bash_login|bash_aliases|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|xprofile|xinitrc|xsessionrc)|config\.fish|rc\.local|crontab|cron\.[\w]+\/[^/]+|profile\.d\/[^/]+|bash\.bashrc)$/

/**
 * Reads a script as a shell would and runs none of it: words are expanded, what is printed, piped, evaluated and called is followed.
 * All branches are taken, loops once for each of their words.
 */
export class Shell implements Interpreter, Surroundings {
  readonly variables = new Variables()
  readonly found: Judgement[] = []
  /** What was written to files, by their paths. */
  readonly files = new Map<string, string>()
  readonly aliases = new Map<string, string>()
  cwd: string | undefined
  private readonly functions = new Map<string, SyntaxNode>()
  private readonly processes: { script: ParsedScript; text: string }[] = []
  /** What is being called, with how many forks lay between it and the outside. */
  private readonly frames: { name: string; forks: number }[] = []
  private forks = 0
  /** What `exec <` has everything after it read. */
  private standing: string | undefined
  private commands = 0
  private depth = 0
  private gaveUp = false

  /** What a script writes, that is given as text. */
  code(text: string, stdin?: string): string {
    if (text.includes(DOWNLOAD)) this.add('download-into-shell', 'it runs what was downloaded')
    if (text.trim() === UNKNOWN) {
      this.add('unknown-code', 'it runs what is not known before it runs', 'ask')
      return UNKNOWN
    }
    if (this.depth > DEEPEST || text.length > LONGEST) return this.giveUp()
    this.depth++
    try {
      // What begins with an operator goes on with what is there already.
      return this.output(parse(text.replace(/^[\s;&|]+/, '')), stdin)
    } catch (error) {
      // Blocks in blocks, more than the parser has room for.
      if (!(error instanceof RangeError)) throw error
      return this.giveUp()
    } finally {
      this.depth--
    }
  }

  output(script: ParsedScript, stdin?: string): string {
    return script.commands.map((statement) => this.run(statement, stdin)).join('')
  }

  keep(script: ParsedScript): number {
    this.processes.push({ script, text: this.output(script) })
    return this.processes.length - 1
  }

  add(rule: RuleName, reason: string, outcome: 'ask' | 'deny' = 'deny'): void {
    this.found.push({ outcome, rule, reason })
  }

  /** What a file holds, as far as it was written here; of a process substitution, what that writes. */
  contentOf(file: string): string | undefined {
    const process = this.processOf(file)
    if (process !== undefined) return process.text
    if (/^\/dev\/(?:tcp|udp)\//.test(file)) return DOWNLOAD
    return this.files.get(this.pathOf(file))
  }

  private processOf(file: string): { script: ParsedScript; text: string } | undefined {
    const number = new RegExp(`^${PROCESS}(\\d+)${PROCESS}$`).exec(file)?.[1]
    return number === undefined ? undefined : this.processes[Number(number)]
  }

  write(file: string, text: string, append = false): void {
    // `>(sh)` reads what is written to it.
    const reader = this.processOf(file)
    if (reader !== undefined) this.output(reader.script, text)
    const path = this.pathOf(file)
    // What a shell reads when it starts it will run.
    if (STARTED_WITH.test(path)) this.code(text)
    this.files.set(path, (append ? (this.files.get(path) ?? '') : '') + text)
  }

  pathOf(file: string): string {
    const path = normalised(plain(file), this.cwd).replace(/^\.\//, '')
    return path.replace(/^\/proc\/[^/]+\/fd\//, '/dev/fd/')
  }

  /** Runs a file as a script, if it was written here. */
  script(file: string, values: readonly string[], stdin?: string): string {
    const content = this.contentOf(file)
    if (content === undefined) return UNKNOWN
    return this.call(`file ${this.pathOf(file)}`, values, file, () => this.code(content, stdin))
  }

  /** Runs a command whose words are known. */
  execute(given: readonly string[], stdin?: string, bare = false): string {
    if (this.gaveUp) return UNKNOWN
    if (++this.commands > MOST_COMMANDS || this.depth > DEEPEST) return this.giveUp()
    let words = [...given]
    // What nothing set is nothing.
    while (words[0]?.replaceAll(UNSET, '') === '' && !words[0].includes(UNKNOWN)) words = words.slice(1)
    const [written = '', ...rest] = words
    // zsh takes `=rm` for where rm is.
    const name = written.replaceAll(UNSET, '').replace(/^=(?=\w)/, '')
    if (name === '') return ''
    if (name.includes(DOWNLOAD)) this.add('download-into-shell', 'it runs what was downloaded')
    if (hasPattern(name)) return this.executeAny(name, rest, stdin)
    if (name.replaceAll(UNKNOWN, '') === '') {
      this.found.push(...harmOfUnknown(rest, this.cwd))
      return UNKNOWN
    }
    return this.named(name, rest, stdin, bare)
  }

  private named(name: string, rest: readonly string[], stdin: string | undefined, bare = false): string {
    const alias = bare ? undefined : this.aliases.get(name)
    if (alias !== undefined && !this.frames.some((frame) => frame.name === `alias ${name}`)) {
      const quoted = rest.map((word) => `'${word.replaceAll("'", "'\\''")}'`)
      return this.call(`alias ${name}`, undefined, undefined, () => this.code([alias, ...quoted].join(' '), stdin))
    }
    const body = bare ? undefined : this.functions.get(name)
    if (body !== undefined) {
      return this.call(`function ${name}`, rest, undefined, () => {
        this.variables.set('FUNCNAME', name)
        return this.run(body, stdin)
      })
    }
    const base = baseOf(name)
    if (base === '$0' || (this.variables.get('0') === name && this.contentOf(name) !== undefined)) {
      return this.script(name, rest, stdin)
    }
    this.found.push(...harmOf(base, rest, this.cwd))
    if (name.includes(UNKNOWN)) this.found.push(...harmOfUnknown(rest, this.cwd))
    const call: Call = { shell: this, name: base, words: rest, stdin }
    const command = COMMANDS[base]
    if (command !== undefined) return command(call)
    if (name.includes('/') || name.includes(PROCESS)) {
      if (this.contentOf(name) !== undefined) return this.script(name, rest, stdin)
    }
    this.startedBy(name, rest, stdin)
    return stdin?.includes(DOWNLOAD) ? DOWNLOAD : UNKNOWN
  }

  /** A program that is not known may start another: one after `--`, or one that is named by its path, or by something that is. */
  private startedBy(name: string, rest: readonly string[], stdin: string | undefined): void {
    const dashes = rest.indexOf('--')
    if (dashes >= 0) this.execute(rest.slice(dashes + 1), stdin)
    rest.slice(0, 4).forEach((word, index) => {
      if (!name.includes('/') && !word.includes('/')) return
      if (HARMFUL.includes(baseOf(word))) this.execute(rest.slice(index), stdin)
    })
  }

  /** A pattern means whatever fits. */
  private executeAny(name: string, rest: readonly string[], stdin: string | undefined): string {
    const pattern = patternOf(name)
    const places = ['', '/bin/', '/usr/bin/', '/sbin/', '/usr/sbin/']
    for (const harmful of HARMFUL) {
      if (places.some((place) => pattern.test(place + harmful))) this.named(harmful, rest, stdin)
    }
    return UNKNOWN
  }

  private call(
    name: string,
    values: readonly string[] | undefined,
    zero: string | undefined,
    work: () => string,
  ): string {
    const outer = this.frames.find((frame) => frame.name === name)
    if (outer !== undefined) {
      if (this.forks > outer.forks) this.add('fork-bomb', 'it starts itself without end')
      return UNKNOWN
    }
    if (this.depth > DEEPEST) return this.giveUp()
    this.frames.push({ name, forks: this.forks })
    this.depth++
    try {
      return values === undefined ? work() : this.variables.withArguments(values, zero, work)
    } finally {
      this.depth--
      this.frames.pop()
    }
  }

  /** What a node writes. */
  private run(node: SyntaxNode, stdin: string | undefined): string {
    if (this.gaveUp) return UNKNOWN
    switch (node.type) {
      case 'Statement':
        return node.background ? this.forking(() => this.run(node.command, stdin)) : this.run(node.command, stdin)
      case 'Command':
        return this.command(node, stdin)
      case 'Pipeline': {
        const one = node.commands.length === 1
        return node.commands.reduce<string | undefined>(
          (input, command) => (one ? this.run(command, input) : this.forking(() => this.run(command, input))),
          stdin,
        ) as string
      }
      case 'Function':
        this.functions.set(expandWhole(node.name, this), node.body)
        return ''
      case 'Select':
      case 'For': {
        const words = node.wordlist?.flatMap((word) => expand(word, this)) ?? this.variables.all
        const name = node.name.value
        return words
          .slice(0, 64)
          .map((word) => {
            this.variables.set(name, word)
            return this.run(node.body, stdin)
          })
          .join('')
      }
      case 'While':
      case 'ArithmeticFor':
        return this.loop(node, stdin)
      case 'Redirected': {
        const input = this.inputOf(node.redirects, stdin)
        return this.redirected(node.redirects, this.run(node.command, input))
      }
      case 'Coproc':
        return this.forking(() => this.run(node.body, stdin))
      case 'Case': {
        expandWhole(node.word, this)
        return node.items.map((item) => this.run(item.body, stdin)).join('')
      }
      case 'Subshell':
        return this.forking(() => this.run(node.body, stdin))
      case 'ArithmeticCommand':
        expandNumber(node.expression, this)
        return ''
      default: {
        // Lists, groups, branches: all of them, in order.
        let text = ''
        forEachChild(node, (child) => {
          if (child.type === 'Word') expandWhole(child, this)
          else text += this.run(child, stdin)
        })
        return text
      }
    }
  }

  private loop(node: Extract<SyntaxNode, { type: 'While' | 'ArithmeticFor' }>, stdin: string | undefined): string {
    if (isEndless(node, this) && startsWithoutWaiting(node.body)) {
      this.add('fork-bomb', 'it starts programs without end')
    }
    if (node.type !== 'While') return this.run(node.body, stdin)
    // `while read` takes one line at a time.
    const reads = node.clause.commands.some(
      ({ command }) => command.type === 'Command' && command.name?.value === 'read',
    )
    const lines = reads ? stdin?.split('\n').filter((line) => line !== '') : undefined
    const once = (input: string | undefined) => this.run(node.clause, input) + this.run(node.body, input)
    return lines === undefined || lines.length < 2 ? once(stdin) : lines.slice(0, 64).map(once).join('')
  }

  private forking(work: () => string): string {
    this.forks++
    try {
      return work()
    } finally {
      this.forks--
    }
  }

  private command(node: Command, stdin: string | undefined): string {
    const words = [...(node.name === undefined ? [] : expand(node.name, this))]
    // For the command alone: `IFS=: read`.
    const own = node.name !== undefined && node.prefix.some((each) => each.type === 'Assignment' && each.name === 'IFS')
    const separators = own ? this.variables.get('IFS') : undefined
    for (const before of node.prefix) if (before.type === 'Assignment') this.assign(before)
    for (const argument of node.args) {
      if (argument.type === 'Word') words.push(...expand(argument, this))
      else {
        // `export a=b`, `alias a=b`: the command gets it as a word, too.
        if (/^(?:export|declare|typeset|local|readonly)$/.test(words[0] ?? '')) this.assign(argument)
        words.push(`${argument.name}=${argument.value.type === 'Word' ? expandWhole(argument.value, this) : ''}`)
      }
    }
    const input = this.inputOf(node.redirects, stdin ?? this.standing)
    if (words.length === 1 && words[0] === 'exec') this.standing = input
    // `$(<file)` is what the file holds.
    if (words.length === 0) return this.redirected(node.redirects, input !== stdin ? (input ?? '') : '')
    const written = this.execute(words, input)
    if (separators !== undefined) this.variables.set('IFS', separators)
    if (node.name !== undefined) this.variables.set('_', words.at(-1) ?? '')
    return this.redirected(node.redirects, written)
  }

  private assign({ name, value, append, index }: Assignment): void {
    if (value.type === 'ArrayValue') {
      const elements = value.elements.flatMap((word: Word) => expand(word, this))
      this.variables.setArray(name, elements, append)
      return
    }
    const text = expandWhole(value, this)
    // Run before each prompt, and as a part of it.
    if (name === 'PROMPT_COMMAND') this.code(text)
    if (/^PS[0124]$/.test(name)) this.code(`: "${text}"`)
    if (index !== undefined) this.variables.setElement(name, Number(expandWhole(index, this)) || 0, text)
    else if (append) this.variables.append(name, text)
    else this.variables.set(name, text)
  }

  private inputOf(redirects: readonly Redirection[], stdin: string | undefined): string | undefined {
    const open = new Map([['0', stdin]])
    for (const redirect of redirects) {
      const at = this.descriptorOf(redirect)
      const text = this.readThrough(redirect, open)
      if (text === undefined) continue
      open.set(at, text)
      // `bash /dev/fd/3 3< file`, and `exec 3< file` for all that comes after it.
      if (!/^[0-2]$/.test(at)) this.files.set(`/dev/fd/${at}`, text)
    }
    return open.get('0')
  }

  private descriptorOf({ descriptor, operator }: Redirection): string {
    if (descriptor === undefined) return /^&?>/.test(operator) ? '1' : '0'
    if (descriptor.type === 'FileDescriptor') return String(descriptor.value)
    // `{name}<` takes one that is free.
    this.variables.set(descriptor.name, '10')
    return '10'
  }

  /** What is read where this leads; `undefined` when it leads away. */
  private readThrough(redirect: Redirection, open: ReadonlyMap<string, string | undefined>): string | undefined {
    if (redirect.type === 'HereDoc') {
      const { body, delimiter } = redirect
      return body.parts === undefined || delimiter?.quoted ? body.text : expandQuoted(body.parts, this)
    }
    if (redirect.target === undefined) return undefined
    const target = expandWhole(redirect.target, this)
    if (redirect.type === 'HereString') return `${target}\n`
    const { operator } = redirect
    if (operator === '<' || operator === '<>') return this.contentOf(target) ?? UNKNOWN
    if ((operator === '<&' || operator === '>&') && /^\d+$/.test(target)) {
      return open.get(target) ?? this.contentOf(`/dev/fd/${target}`)
    }
    // A connection is read from, too.
    return /^\/dev\/(?:tcp|udp)\//.test(target) ? DOWNLOAD : undefined
  }

  private redirected(redirects: readonly Redirection[], written: string): string {
    let text = written
    for (const redirect of redirects) {
      if (redirect.type !== 'Redirect' || redirect.target === undefined) continue
      const { operator } = redirect
      if (operator === '<' || operator === '<&') continue
      const target = expandWhole(redirect.target, this)
      if (operator === '>&' && /^[\d-]+$/.test(target)) continue
      this.found.push(...harmOfTarget(target, this.cwd))
      this.write(target, written, operator === '>>' || operator === '&>>')
      if (redirect.descriptor === undefined || operator.startsWith('&')) text = ''
    }
    return text
  }

  private giveUp(): string {
    if (!this.gaveUp) this.add('unknown-code', 'it is too involved to be read', 'ask')
    this.gaveUp = true
    return UNKNOWN
  }
}

export function baseOf(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? '').replace(/\.exe$/i, '').toLowerCase()
}

function isEndless(node: Extract<SyntaxNode, { type: 'While' | 'ArithmeticFor' }>, shell: Shell): boolean {
  if (node.type === 'ArithmeticFor') return node.test === undefined || expandNumber(node.test, shell) === '1'
  const [only, ...others] = node.clause.commands
  if (only === undefined || others.length > 0) return false
  const { command } = only
  if (command.type === 'ArithmeticCommand') return expandNumber(command.expression, shell) !== '0'
  if (command.type !== 'Command' || command.name === undefined) return false
  const name = baseOf(expandWhole(command.name, shell))
  const wants = node.kind === 'while' ? ['true', ':', 'sleep', 'echo'] : ['false']
  if (name === '[' || name === 'test') return node.kind === 'while' && command.args.length <= 2
  return wants.includes(name)
}

/** Whether a body starts something in the background and never waits. */
function startsWithoutWaiting(body: SyntaxNode): boolean {
  let starts = false
  let waits = false
  const look = (node: SyntaxNode, inside: boolean) => {
    if (node.type === 'Statement' && node.background) {
      starts = true
      return
    }
    if (!inside && node.type === 'Command' && /^(?:sleep|wait|read|usleep|inotifywait)$/.test(node.name?.value ?? ''))
      waits = true
    if (node.type === 'Subshell') forEachChild(node, (child) => look(child, true))
    else forEachChild(node, (child) => look(child, inside))
  }
  look(body, false)
  return starts && !waits
}
