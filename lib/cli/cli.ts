import type { Command, Option as CommanderOption } from 'commander'
import type { AuditCommandOptions } from './audit.js'
import { print } from './daemon/client.js'
import { addSessionCommands } from './daemon/line.js'
import { sessionCommand } from './daemon/start.js'
import { DAEMON_WORDS } from './daemon/words.js'
import type { HealOptions } from './heal/heal.js'
import type { InitOptions } from './init.js'
import type { InspectOptions } from './inspect/inspect.js'
import type { RecordOptions } from './inspect/inspector.js'
import type { McpOptions } from './mcp.js'
import type { RunCommandOptions } from './run.js'
import type { SelfTestOptions } from './self-test/self-test.js'
import { version } from './version.js'

const WRONG_USAGE = 2

/** The command line as a whole. */
export async function cli(argv: readonly string[]): Promise<void> {
  if (DAEMON_WORDS.has(argv[0] ?? '')) {
    process.exitCode = print(await sessionCommand(argv))
    return
  }
  await (await commandLine()).parseAsync(argv, { from: 'user' })
}

/** All commands, with their options. */
export async function commandLine(): Promise<Command> {
  const { Command, Option } = await import('commander')
  const surehand = new Command('surehand')
    .description('Drive desktop applications through the accessibility tree.')
    .version(version())
    .showHelpAfterError()
    // 1 is what a command ends with that was right and failed.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_USAGE))

  addOwnCommands(surehand, Option)
  addInspect(surehand)
  addCodegen(surehand, Option)
  addAudit(surehand)
  addHeal(surehand)
  addMcp(surehand, Option)
  addRun(surehand)
  return surehand
}

function addOwnCommands(surehand: Command, Option: typeof CommanderOption): void {
  // Told in the help; what they do, the daemon does.
  addSessionCommands(surehand, process.cwd(), () => {})
  surehand
    .command('daemon', { hidden: true })
    .description('what does the commands of sessions; the first of them starts it')
    .action(async () => (await import('./daemon/daemon.js')).daemon())
  surehand
    .command('self-test-window', { hidden: true })
    .description('the window that `doctor --self-test` tries its checks on, on Windows')
    .action(async () => {
      const { loadNative } = await import('../sdk/native/load.js')
      loadNative().runSelfTestForm(process.env.SUREHAND_SELF_TEST_HANG ?? '')
    })
  surehand
    .command('skill')
    .description('print what a model needs to know of these commands: a skill file')
    .action(async () => console.log((await import('./daemon/skill.js')).SKILL))
  surehand
    .command('doctor')
    .description('what is granted, missing or stale on this machine, and what to type')
    .option('--self-test', 'try 25 checks on a window of its own, and print a report for an issue')
    .option('--headless', 'with --self-test: on a private desktop without a screen (Linux)')
    .option('--wayland', 'with --headless: a Wayland session')
    .option('--json', 'with --self-test: the report as data')
    .action(async (options: SelfTestOptions & { selfTest?: boolean }, command: Command) => {
      if (options.selfTest !== true && (options.headless || options.json)) {
        command.error('--headless and --json are options of --self-test')
      }
      if (options.wayland && !options.headless) command.error('--wayland is about the desktop of --headless: give both')
      const healthy = options.selfTest
        ? (await import('./self-test/self-test.js')).selfTest(options)
        : (await import('./doctor.js')).doctor()
      process.exitCode = (await healthy) ? 0 : 1
    })
  surehand
    .command('apps')
    .description('the applications that run, with their windows')
    .action(async () => (await import('./apps.js')).apps())
  surehand
    .command('find')
    .description('the elements that a selector means, or why there are none')
    .argument('<app>', 'executable, id, displayed name or pid')
    .argument('<selector>', 'role:button|name:Save')
    .action(async (app: string, selector: string) => {
      const { find } = await import('./find.js')
      process.exitCode = (await find(app, selector)) ? 0 : 1
    })
  surehand
    .command('init')
    .description('write a desktop test that works, what runs it and a CI workflow into this project')
    .option('--yes', 'ask nothing')
    .option('--jest', 'for Jest, not Vitest')
    .addOption(
      new Option('--agents <client>', 'instead: definitions of agents that plan, write and heal tests').choices([
        'claude',
        'opencode',
        'vscode',
      ]),
    )
    .action(async (options: InitOptions) => {
      if (options.agents === undefined) return (await import('./init.js')).init(options)
      return (await import('./agents/agent-files.js')).initAgents(options.agents, options)
    })
  surehand
    .command('show-trace')
    .description('write the page that shows a trace: one HTML file, for any browser')
    .argument('<file>', 'what desktop.tracing or the test kit wrote')
    .option('--out <page.html>', 'where to; default: beside the trace')
    .action(async (file: string, options: { out?: string }) =>
      (await import('./show-trace.js')).showTrace(file, options),
    )
}

/** Which program a command is about. */
function aboutProgram(command: Command): Command {
  return command
    .argument('[program...]', 'what to start, with its arguments; after -- they may begin with a dash')
    .option('--headless', 'on a private desktop without a screen (Linux)')
    .option('--wayland', 'with --headless: a Wayland session')
    .option('--app <name>', 'a program that runs: executable, id, displayed name or pid')
    .option('--world <file>', 'over a simulated desktop (JSON) instead of this one')
}

/** What a program is shown with: the same for both commands that show one. */
function showing(command: Command): Command {
  return aboutProgram(command)
    .option('--no-open', 'only print the address of the page')
    .option('--port <number>', 'on 127.0.0.1; default: any that is free', Number)
}

function addInspect(surehand: Command): void {
  showing(surehand.command('inspect'))
    .description('a page with the picture and the tree of a program: find selectors, try actions')
    .action(async (program: string[], options: InspectOptions) =>
      (await import('./inspect/inspect.js')).inspect(program, options),
    )
}

function addCodegen(surehand: Command, Option: typeof CommanderOption): void {
  showing(surehand.command('codegen'))
    .description('the same page in recording mode: what you do in the picture is done and written as code')
    .addOption(
      new Option('--target <kind>', 'what it is written as')
        .choices(['script', 'vitest', 'jest', 'workflow'])
        .default('script'),
    )
    .option('--output <file>', 'the file that Save writes; default: the browser downloads it')
    .action(async (program: string[], options: InspectOptions & RecordOptions) =>
      (await import('./inspect/inspect.js')).inspect(program, options, {
        target: options.target,
        output: options.output,
      }),
    )
}

function addAudit(surehand: Command): void {
  aboutProgram(surehand.command('audit'))
    .description('what keeps people and scripts from using a program: names, labels, roles, states, sizes')
    .option(
      '--try',
      'press keys in it as well: Tab order, focus that shows, values; it changes values and puts them back',
    )
    .option('--html <file>', 'write it as a page with the picture and the tree, too')
    .option('--rules <ids>', 'only these: ids with commas between', names)
    .option('--without <ids>', 'not these', names)
    .option('--within <selector>', 'only what is in this element')
    .option('--json', 'print the report as data')
    .option('--sarif <file>', 'write it as SARIF 2.1.0, too')
    .option('--baseline <file>', 'leave out the findings that this file has')
    .option('--update-baseline', 'write the findings of now to it')
    .action(async (program: string[], options: AuditCommandOptions) => {
      const { audit } = await import('./audit.js')
      process.exitCode = (await audit(program, options)) ? 0 : 1
    })
}

function addHeal(surehand: Command): void {
  surehand
    .command('heal')
    .description('what the locator that failed in a trace has to be now, and a patch for the test')
    .argument('<trace>', 'test.trace of a failed test, or a folder with such files')
    .option('--good <trace>', 'a trace of a run that passed, where no elements are kept beside the test')
    .option('--apply', 'write the patch')
    .option('--json', 'print the outcome as data')
    .action(async (trace: string, options: HealOptions) => {
      const { heal } = await import('./heal/heal.js')
      process.exitCode = (await heal(trace, options)) ? 0 : 1
    })
}

function addMcp(surehand: Command, Option: typeof CommanderOption): void {
  surehand
    .command('mcp')
    .description('serve the tools to a language model, over standard input and output')
    .option('--demo', 'over a private headless desktop with an editor on it')
    .option('--session <name>', 'over that session of the command line: what one opens, the other sees')
    .addOption(
      new Option('--profile <name>', 'which tools')
        .choices(['core', 'terminator', 'read-only', 'computer_use'])
        .default('core'),
    )
    .option('--allow <tools>', 'of these, only those: names with commas between', names)
    .option('--http [port]', 'over streamable HTTP on 127.0.0.1 as well, for who presents the token', Number)
    .option('--answers <file>', 'where answers are kept that a person wants to be taken from now on')
    .option('--deny <tools>', 'and none of those', names)
    .option('--cdp <url>', 'where a browser listens for DevTools: http://127.0.0.1:9222')
    .option('--files <folder>', 'with the tools for files, which are kept to this folder')
    .option('--commands <folder>', 'with run_command, which starts in this folder')
    .action(async (options: McpOptions) => (await import('./mcp.js')).mcp(options))
}

function addRun(surehand: Command): void {
  surehand
    .command('run')
    .description('run a workflow')
    .argument('<file>', 'YAML or JSON')
    .option('--check', 'only say what is wrong with it')
    .option('--input <name=value>', 'of a variable; may be given more than once', collected, [])
    .option('--resume', 'go on where the run before ended, however it did')
    .option('--state <file>', 'go on from this state: one of Terminator, or one that was kept')
    .option('--start-from-step <id>', 'begin with this step, with what was stored')
    .option('--end-at-step <id>', 'end after this step')
    .option('--follow-fallback', 'with --end-at-step: follow fallback_id all the same')
    .option('--execute-jumps-at-end', 'take the jumps of the step that it ends at')
    .option('--data-directory <folder>', 'where workflows keep their state')
    .option('--world <file>', 'over a simulated desktop (JSON) instead of this one')
    .action(async (file: string, options: RunCommandOptions) => {
      const { run } = await import('./run.js')
      process.exitCode = await run(file, options)
    })
}

function collected(each: string, before: string[]): string[] {
  return [...before, each]
}

function names(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}
