#!/usr/bin/env node
import { connectedTo, daemonAddress } from './daemon/address.js'
import { asked, print } from './daemon/client.js'
import { DAEMON_WORDS } from './daemon/words.js'

/**
 * A command for a daemon that runs is passed on, and nothing else is loaded: it is bundled into one small file for that. All else is
 * the command line as a whole.
 */
async function main(argv: readonly string[]): Promise<void> {
  const daemon = DAEMON_WORDS.has(argv[0] ?? '') ? await connectedTo(daemonAddress()) : undefined
  if (daemon !== undefined) process.exitCode = print(await asked(daemon, argv))
  else await (await import('./cli.js')).cli(argv)
}

/** Errors of this library are for a person to read; others are bugs, and keep their stack. */
main(process.argv.slice(2)).catch((error: unknown) => {
  // What the system refuses (a file that cannot be written, a port in use) needs no stack.
  const isSystem = typeof (error as NodeJS.ErrnoException)?.syscall === 'string'
  // By its name: this file has a class of its own.
  const isOwn = error instanceof Error && error.name === 'SurehandError'
  const told = isOwn
    ? `${(error as Error & { code: string }).code}: ${error.message}`
    : isSystem
      ? (error as Error).message
      : error
  console.error(told)
  process.exitCode = 1
})
