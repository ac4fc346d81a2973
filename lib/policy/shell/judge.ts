import type { Judgement } from '../judgement.js'
import { withoutMarks } from './marks.js'
import { Shell } from './shell.js'
import { windowsJudgements } from './windows.js'

/** What a text would do in a command line, be it of a POSIX shell, of PowerShell or of Windows. */
export function judgeCommands(text: string): Judgement[] {
  const clean = withoutMarks(text)
  const shell = new Shell()
  shell.code(clean)
  return [...shell.found, ...windowsJudgements(clean)]
}

/** What a program would do that is started with these arguments. */
export function judgeProgram(command: string, args: readonly string[]): Judgement[] {
  const words = [command, ...args].map(withoutMarks)
  const shell = new Shell()
  shell.execute(words)
  return [...shell.found, ...[words.join(' '), ...words].flatMap((text) => windowsJudgements(text))]
}
