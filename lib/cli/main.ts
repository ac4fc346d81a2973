#!/usr/bin/env node
import { optionalImport } from '../agent/optional.js'
import { isSurehandError } from '../errors.js'
import { apps } from './apps.js'
import { doctor } from './doctor.js'
import { find } from './find.js'
import { mcp } from './mcp.js'
import { tree } from './tree.js'
import { version } from './version.js'

/** Errors of this library are for a person to read; others are bugs, and keep their stack. */
async function main(): Promise<void> {
  const { Command, Option } = await optionalImport(() => import('commander'), 'commander')
  const surehand = new Command('surehand')
    .description('Drive desktop applications through the accessibility tree.')
    .version(version())
    .showHelpAfterError()

  surehand
    .command('doctor')
    .description('what is granted, missing or stale on this machine, and what to type')
    .action(async () => {
      process.exitCode = (await doctor()) ? 0 : 1
    })
  surehand.command('apps').description('the applications that run, with their windows').action(apps)
  surehand
    .command('tree')
    .description('what an application shows')
    .argument('<app>', 'executable, id, displayed name or pid')
    .option('--depth <levels>', 'levels below its root', Number)
    .option('--bounds', 'with places on the screen')
    .action(tree)
  surehand
    .command('find')
    .description('the elements that a selector means, or why there are none')
    .argument('<app>', 'executable, id, displayed name or pid')
    .argument('<selector>', 'role:button|name:Save')
    .action(async (app: string, selector: string) => {
      process.exitCode = (await find(app, selector)) ? 0 : 1
    })
  surehand
    .command('mcp')
    .description('serve the tools to a language model, over standard input and output')
    .option('--demo', 'over a private headless desktop with an editor on it')
    .addOption(new Option('--profile <name>', 'which tools').choices(['core', 'all', 'read-only']).default('core'))
    .option('--allow <tools>', 'of these, only those: names with commas between', names)
    .option('--deny <tools>', 'and none of those', names)
    .option('--files <folder>', 'with the tools for files, which are kept to this folder (profile all)')
    .option('--commands <folder>', 'with run_command, which starts in this folder (profile all)')
    .action(mcp)

  await surehand.parseAsync()
}

function names(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

main().catch((error: unknown) => {
  console.error(isSurehandError(error) ? `${error.code}: ${error.message}` : error)
  process.exitCode = 1
})
