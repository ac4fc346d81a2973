import type { Judgement } from '../judgement.js'
import { posixOfFish } from './fish.js'
import { withoutMarks } from './marks.js'
import { Shell } from './shell.js'
import { windowsJudgements } from './windows.js'

/** What a text would do in a command line, be it of a POSIX shell, of fish, of PowerShell or of Windows. */
export function judgeCommands(text: string): Judgement[] {
  const clean = withoutMarks(text)
  const posix = posixJudgements(clean)
  const others = [posixOfFish(clean), posixOfZsh(clean)].flatMap((each) =>
    each === undefined ? [] : posixJudgements(each),
  )
  return [...(posix.length > 0 ? posix : others), ...goneOnWith(clean), ...windowsJudgements(clean)]
}

/** zsh takes `f(){f}`; others want white space in the braces. */
function posixOfZsh(text: string): string | undefined {
  if (text.length > 2048) return undefined
  return /\)\s*\{\S/.test(text) ? text.replace(/(?<=\)\s*)\{(?=\S)/g, '{ ').replace(/(?<=\S)\}/g, ' }') : undefined
}

function posixJudgements(text: string): Judgement[] {
  const shell = new Shell()
  shell.code(text)
  return shell.found
}

/** Programs that read on, once they were started without anything to do. */
const READS_ON =
  /^\s*(?:(?:sudo|doas)\s+)?((?:python|pypy)[\d.]*|node|nodejs|deno|bun|irb|ruby|php|perl|lua|tclsh|expect|gdb|julia|sqlite3)(?:\s+-[aiq])*\s*$/

/** What such a program is told in the lines that come after it. */
function goneOnWith(text: string): Judgement[] {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => READS_ON.test(line))
  const name = READS_ON.exec(lines[at] ?? '')?.[1]
  if (name === undefined || at === lines.length - 1) return []
  const shell = new Shell()
  shell.execute([name.replace(/[\d.]+$/, '') || name], lines.slice(at + 1).join('\n'))
  return shell.found
}

/** What a program would do that is started with these arguments. */
export function judgeProgram(command: string, args: readonly string[]): Judgement[] {
  const words = [command, ...args].map(withoutMarks)
  const shell = new Shell()
  shell.execute(words)
  return [...shell.found, ...[words.join(' '), ...words].flatMap((text) => windowsJudgements(text))]
}
