import { version } from '../version.js'
import { answer } from './answer.js'
import { ask } from './client.js'
import type { SessionCommand, SessionOptions } from './commands.js'
import type { Form, Request } from './messages.js'

// What says which desktop is meant, on Linux.
const DESKTOP = ['DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'AT_SPI_BUS_ADDRESS']

/** Has the daemon do a command of a session, and prints its answer. */
export async function runCommand(
  command: SessionCommand,
  args: (string | string[] | undefined)[],
  options: SessionOptions,
): Promise<number> {
  const { tool, input } = command.call(args, options)
  const given = { ...placeOf(options), ...sureOf(options), ...defined(input) }
  const request: Request = {
    version: version(),
    session: options.session,
    do: 'call',
    tool,
    input: given,
    begin: options.private ? 'private' : 'shared',
    environment: Object.fromEntries(DESKTOP.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    confirmed: options.confirm === true,
  }
  const reply = await ask(request)
  return reply === undefined ? 1 : answer(reply, options, command.name)
}

/** Ends a session, or all of them and the daemon; where none runs there is nothing to end. */
export async function close({
  session,
  all = false,
  json,
}: {
  session: string
  all?: boolean
  json?: boolean
}): Promise<number> {
  const reply = await ask({ version: version(), session, do: all ? 'close-all' : 'close' }, false)
  return answer(reply ?? { text: 'No daemon runs.' }, { json })
}

/** Prints what a session did. */
export async function history({ session, as, json }: { session: string; as: Form; json?: boolean }): Promise<number> {
  const reply = await ask({ version: version(), session, do: 'history', as }, false)
  return answer(reply ?? { text: 'No daemon runs.' }, { json })
}

export async function sessions({ json }: { json?: boolean }): Promise<number> {
  return answer(
    (await ask({ version: version(), session: '', do: 'sessions' }, false)) ?? { text: 'No daemon runs.' },
    { json },
  )
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
