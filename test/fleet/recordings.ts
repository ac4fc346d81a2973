/**
 * npm run fleet:recordings -- [--only NAME,…] [--times N] [--verbose]
 *
 * Records the tasks of recorded-tasks.ts on the page of `surehand codegen`, in its picture, in a browser; then starts the program afresh
 * N times and runs what was written. The task's judge looks at the outcome from outside. Prints docs/inspect/recordings.md.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import type { LaunchOptions } from 'surehand'
import { HeadlessSession } from 'surehand/headless'
import type { Setup } from '../../lib/cli/codegen/step.js'
import type { PageFiles } from '../../lib/cli/inspect/page-server.js'
import { builtPage } from '../live/support/inspected.js'
import { Recorded } from '../live/support/recorded.js'
import { Home } from './home.js'
import { install } from './packages.js'
import type { FleetProgram } from './program.js'
import { type Gesture, TASKS, type Task } from './recorded-tasks.js'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    times: { type: 'string', default: '5' },
    verbose: { type: 'boolean', default: false },
  },
})

/** The program in a session of its own, prepared as in the fleet. */
async function prepared<T>(
  program: FleetProgram,
  work: (session: HeadlessSession, home: Home) => Promise<T>,
): Promise<T> {
  const { environment } = program
  await using session = await HeadlessSession.start({ width: 1280, height: 900, ...(environment && { environment }) })
  const home = new Home(session.environment.HOME as string)
  try {
    await program.prepare?.(home)
    return await work(session, home)
  } finally {
    await home.close()
  }
}

/** Does one thing on the page, as a person with a mouse and a keyboard does. */
async function perform(recorded: Recorded, [verb, what]: Gesture): Promise<void> {
  const { keyboard, mouse } = recorded.page
  switch (verb) {
    case 'click':
      return recorded.click(what)
    case 'double click':
      return recorded.at(what, ({ x, y }) => mouse.dblclick(x, y))
    case 'type':
      return recorded.keys(() => keyboard.type(what))
    case 'press':
      return recorded.keys(() => keyboard.press(what))
    case 'assert':
      return recorded.assert(what)
  }
}

/** The code of the script, with `HOME` for the home of this run and `ADDRESS` for that of its page. */
function record(studio: { browser: Browser; files: PageFiles; folder: string }, program: FleetProgram, task: Task) {
  return prepared(program, async (session, home) => {
    const desktop = await session.desktop({ defaultTimeout: 30_000 })
    const wanted = program.launch(home)
    const { command = '', args = [] }: LaunchOptions = typeof wanted === 'string' ? { command: wanted } : wanted
    const app = await desktop.launch({ command, args: [...args], cwd: home.directory, timeout: 90_000 })
    await app.waitForIdle({ quiet: 1_000, timeout: 20_000 }).catch(() => {})
    const setup: Setup = { desktop: { kind: 'real' }, start: { command, args }, process: command }
    await using recorded = await Recorded.open(studio, desktop, app, setup)
    for (const gesture of task.gestures) {
      await perform(recorded, gesture).catch(async (error: unknown) => {
        const steps = (await recorded.steps()).join('\n')
        throw new Error(
          `${gesture.join(' ')}: ${String(error)}\n${await recorded.said()}\n${steps}\n${await app.tree().catch(String)}`,
        )
      })
      if (values.verbose) console.error(`${gesture.join(' ')}: ${await recorded.said()}`)
    }
    const code = await readFile(await recorded.write('script', 'recorded.mts'), 'utf8')
    return code.replaceAll(home.directory, 'HOME').replaceAll(home.address || '\0', 'ADDRESS')
  })
}

async function replay(folder: string, program: FleetProgram, code: string): Promise<string | undefined> {
  return prepared(program, async (session, home) => {
    // Some write a profile.
    program.launch(home)
    const file = join(folder, 'replayed.mts')
    await writeFile(file, code.replaceAll('HOME', home.directory).replaceAll('ADDRESS', home.address))
    const env = { ...process.env, ...session.environment, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json') }
    const tsx = fileURLToPath(import.meta.resolve('tsx'))
    try {
      await promisify(execFile)(process.execPath, ['--import', tsx, file], {
        cwd: home.directory,
        env,
        timeout: 180_000,
      })
      await program.judge(home)
      return
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  })
}

const folder = await mkdtemp(
  join(await mkdir(join(root, 'build'), { recursive: true }).then(() => join(root, 'build')), 'recordings-'),
)
const files = await builtPage()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const pages: string[] = []
const names = values.only?.split(',') ?? Object.keys(TASKS)
for (const name of names) {
  const task = TASKS[name]
  if (task === undefined)
    throw new Error(`There is no recorded task ${name}; there are ${Object.keys(TASKS).join(', ')}.`)
  const { program } = (await import(join(here, 'programs', `${name}.ts`))) as { program: FleetProgram }
  install(program.packages)
  try {
    const code = await record({ browser, files, folder }, program, task)
    const outcomes: (string | undefined)[] = []
    for (let time = 0; time < Number(values.times); time++) outcomes.push(await replay(folder, program, code))
    const good = outcomes.filter((outcome) => outcome === undefined).length
    console.error(`${name}: ${good} of ${outcomes.length}`)
    for (const outcome of outcomes) if (outcome !== undefined) console.error(`  ${outcome}`)
    if (good < outcomes.length) console.error(code)
    pages.push(
      `## ${name}\n\n${program.toolkit}: ${program.task}. ${good} of ${outcomes.length} replays did it.\n\n\`\`\`ts\n${body(code)}\n\`\`\``,
    )
  } catch (error) {
    console.error(`${name}: not recorded: ${error instanceof Error ? error.message : String(error)}`)
  }
}
await browser.close()
console.log(pages.join('\n\n'))
process.exit()

/** Without the lines that are the same in every script. */
function body(code: string): string {
  const lines = code.trimEnd().split('\n')
  return lines.slice(lines.findIndex((line) => line.includes('desktop.launch'))).join('\n')
}
