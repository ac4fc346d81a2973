import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Call, SESSION_COMMANDS, type SessionCommand, type SessionOptions } from './commands.js'
import { EXIT } from './exit.js'
import type { Printed } from './messages.js'

/** What a history can be written as. */
const FORMS = ['list', 'workflow', 'script'] as const
export type Form = (typeof FORMS)[number]

/** What a command is to have done. */
export type Line = Own & {
  session: string
  json: boolean
}
type Own =
  | {
      do: 'call'
      name: string
      call: Call
      begin: 'private' | 'shared'
      /** What the policy asks about it is answered with yes. */
      confirmed: boolean
      /** Where a picture is written. */
      out: string
      /** The address of a page to look on is told with it. */
      view: boolean
    }
  | { do: 'history'; as: Form }
  | { do: 'diff'; app: string | undefined }
  | { do: 'view' | 'sessions' | 'close' | 'close-all' }

/** A command as it was typed, or what its help or its mistake is to be answered with. */
export async function parsed(argv: readonly string[], cwd: string): Promise<Line | Printed> {
  const { Command } = await import('commander')
  const printed: Printed = { out: '', error: '', code: EXIT.done }
  const surehand = new Command('surehand')
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => (printed.out += text),
      writeErr: (text) => (printed.error += text),
    })
  let line: Line | undefined
  const does = (what: Own, { session = 'default', json = false }: Partial<SessionOptions>) => {
    line = { ...what, session, json }
  }
  addSessionCommands(surehand, cwd, does)
  try {
    surehand.parse(argv, { from: 'user' })
  } catch (error) {
    const { exitCode, code } = error as { exitCode?: number; code?: string }
    if (exitCode === undefined || code === undefined) throw error
    return { ...printed, code: exitCode === 0 ? EXIT.done : EXIT.usage }
  }
  return line ?? { ...printed, code: EXIT.usage }
}

/** The commands of sessions; `does` is told what one is to have done. */
export function addSessionCommands(
  surehand: Command,
  cwd: string,
  does: (what: Own, options: Partial<SessionOptions>) => void,
): void {
  for (const command of SESSION_COMMANDS) addCall(surehand, command, cwd, does)
  const own = (name: string, description: string) =>
    surehand
      .command(name)
      .description(description)
      .option('--session <name>', 'which session', 'default')
      .option('--json', 'the answer as JSON')
  own('diff', 'what has changed in a program since it was opened, or read by tree or diff')
    .option('--app <name>', 'the program: executable, id, displayed name or pid. Default: what was opened last')
    .action((options) => does({ do: 'diff', app: options.app }, options))
  own('view', 'the address of a page that shows the desktop of the session, for a browser of this machine').action(
    (options) => does({ do: 'view' }, options),
  )
  own('history', 'what a session did: as a list, as a workflow for `do`, or as a script')
    .addOption(surehand.createOption('--as <form>', 'what it is written as').choices(FORMS).default('list'))
    .action((options) => does({ do: 'history', as: options.as }, options))
  own('close', 'end a session, and the programs of a private one')
    .option('--all', 'all of them, and the daemon')
    .action((options) => does({ do: options.all ? 'close-all' : 'close' }, options))
  surehand
    .command('sessions')
    .description('which sessions there are')
    .option('--json', 'as JSON')
    .action((options) => does({ do: 'sessions' }, options))
}

function addCall(
  surehand: Command,
  command: SessionCommand,
  cwd: string,
  does: (what: Own, options: Partial<SessionOptions>) => void,
): void {
  const own = surehand.command(command.name).description(command.does)
  for (const argument of command.arguments) own.argument(argument)
  own
    .option('--session <name>', 'which session', 'default')
    .option('--app <name>', 'the program: executable, id, displayed name or pid. Default: what was opened last')
    .option('--window <selector>', 'only in this window: role:dialog|name:Save')
    .option('--timeout <ms>', 'how long to wait', Number)
    .option('--json', 'the answer as JSON')
  if (command.acts) {
    own
      .option('--retries <times>', 'how often it may be done again, where that is safe', Number)
      .option('--verify <selector>', 'what must match afterwards')
      .option('--verify-gone <selector>', 'what must match nothing afterwards')
      .option('--confirm', 'yes to what the policy asks about it: it deletes, sends, runs a command')
  }
  for (const [flags, text] of command.options ?? []) own.option(flags, text)
  own.action((...given) => {
    const args = given.slice(0, command.arguments.length)
    const options: SessionOptions = given[command.arguments.length]
    const { tool, input } = command.call(args, options, cwd)
    const call = { tool, input: { ...placeOf(options), ...sureOf(options), ...defined(input) } }
    const begin = options.private ? 'private' : 'shared'
    const out = resolve(cwd, options.out ?? 'surehand')
    const { confirm: confirmed = false, view = false } = options
    does({ do: 'call', name: command.name, call, begin, confirmed, out, view }, options)
  })
}

function placeOf({ app, window }: SessionOptions) {
  return defined({ process: app, window_selector: window })
}

function sureOf({ timeout, retries, verify, verifyGone }: SessionOptions) {
  return defined({ timeout_ms: timeout, retries, verify_element_exists: verify, verify_element_not_exists: verifyGone })
}

function defined(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
