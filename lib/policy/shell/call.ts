import type { Judgement, RuleName } from '../judgement.js'
import type { Variables } from './variables.js'

/** The shell that a command runs in, as the command sees it. */
export interface Interpreter {
  readonly variables: Variables
  readonly found: Judgement[]
  readonly aliases: Map<string, string>
  /** Where it is; `undefined` as long as nobody said. */
  cwd: string | undefined
  /** Reads a text as a script; says what it writes. */
  code(text: string, stdin?: string): string
  /** Runs a command whose words are known; says what it writes. `bare`: none that the shell itself was taught. */
  execute(words: readonly string[], stdin?: string, bare?: boolean): string
  /** Runs a file that was written here; says what it writes. */
  script(file: string, values: readonly string[], stdin?: string): string
  /** What a file holds, if it was written here. */
  contentOf(file: string): string | undefined
  write(file: string, text: string, append?: boolean): void
  add(rule: RuleName, reason: string, outcome?: 'ask' | 'deny'): void
}

/** A command that is about to run, with what it is given to read. */
export interface Call {
  shell: Interpreter
  name: string
  words: readonly string[]
  stdin: string | undefined
}

/** What a command does with what it is given: says what it writes, and has what it runs run. */
export type Behaviour = (call: Call) => string

/** Commands by their names. */
export type Commands = Readonly<Record<string, Behaviour>>

/** The same behaviour for several, whose names stand between spaces. */
export function all(names: string, behaviour: Behaviour): Commands {
  return Object.fromEntries(names.split(' ').map((name) => [name, behaviour]))
}

export const operandsOf = (words: readonly string[]) => words.filter((word) => !/^-./.test(word))
