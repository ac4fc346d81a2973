import type { Command } from 'commander'
import { SESSION_COMMANDS } from './commands.js'
import { FORMS } from './messages.js'

/** The commands of a session, which the daemon does. */
export function addSessionCommands(surehand: Command): void {
  for (const command of SESSION_COMMANDS) {
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
    for (const [flags, does] of command.options ?? []) own.option(flags, does)
    own.action(async (...given) => {
      const args = given.slice(0, command.arguments.length)
      const { runCommand } = await import('./run-command.js')
      process.exitCode = await runCommand(command, args, given[command.arguments.length])
    })
  }
  surehand
    .command('sessions')
    .description('which sessions there are')
    .option('--json', 'as JSON')
    .action(async (options) => {
      process.exitCode = await (await import('./run-command.js')).sessions(options)
    })
  surehand
    .command('history')
    .description('what a session did: as a list, as a workflow for `do`, or as a script')
    .option('--session <name>', 'which session', 'default')
    .addOption(surehand.createOption('--as <form>', 'what it is written as').choices(FORMS).default('list'))
    .option('--json', 'as JSON')
    .action(async (options) => {
      process.exitCode = await (await import('./run-command.js')).history(options)
    })
  surehand
    .command('close')
    .description('end a session, and the programs of a private one')
    .option('--session <name>', 'which session', 'default')
    .option('--all', 'all of them, and the daemon')
    .option('--json', 'as JSON')
    .action(async (options) => {
      process.exitCode = await (await import('./run-command.js')).close(options)
    })
  surehand
    .command('daemon', { hidden: true })
    .description('what does the commands of sessions; the first of them starts it')
    .action(async () => (await import('./daemon.js')).daemon())
  surehand
    .command('skill')
    .description('print what a model needs to know of these commands: a skill file')
    .action(async () => console.log((await import('./skill.js')).SKILL))
}
