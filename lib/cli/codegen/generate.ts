import { literal } from '../../sdk/locator/proposals.js'
import { statementOf } from './statements.js'
import type { Setup, Step, Target } from './step.js'
import { workflowOf } from './workflow-text.js'

// ms; programs take longer to start than functions to return.
const TEST_TIMEOUT = '30_000'

/** A recording as text that runs: it starts the program and does the same. */
export function generate(target: Target, setup: Setup, steps: readonly Step[]): string {
  if (target === 'workflow') return workflowOf(setup, steps)
  const body = steps.map((step) => statementOf(step, target !== 'script'))
  return `${{ script, vitest, jest }[target](setup, body).join('\n')}\n`
}

/** A step as one line of it, for a list. */
export function lineOf(step: Step): string {
  return statementOf(step, true).replace(/^await /, '')
}

function script({ desktop, start }: Setup, body: readonly string[]): string[] {
  const isHeadless = desktop.kind === 'headless' || desktop.kind === 'wayland'
  const display = desktop.kind === 'wayland' ? "{ display: 'wayland' }" : ''
  const world =
    'world' in desktop ? [`const world = JSON.parse(await readFile(${literal(desktop.world)}, 'utf8'))`] : []
  // What the person saw may take a program longer than the five seconds of a call.
  const patience = 'defaultTimeout: 30_000'
  const opened = isHeadless
    ? [
        `await using session = await HeadlessSession.start(${display})`,
        `const desktop = await session.desktop({ ${patience} })`,
      ]
    : [`await using desktop = await Desktop.open({ ${world.length > 0 ? 'world, ' : ''}${patience} })`]
  const app =
    'app' in start
      ? `const app = await desktop.app(${literal(start.app)})`
      : `await using app = await desktop.launch(${launched(start)})`
  return [
    ...(world.length > 0 ? ["import { readFile } from 'node:fs/promises'"] : []),
    isHeadless ? "import { HeadlessSession } from 'surehand/headless'" : "import { Desktop } from 'surehand'",
    '',
    ...world,
    ...opened,
    app,
    ...body,
  ]
}

function launched({ command, args }: { command: string; args: readonly string[] }): string {
  return args.length === 0 ? literal(command) : `{ command: ${literal(command)}, args: ${list(args)} }`
}

function list(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`
}

/** What a test's desktop is other than by default: a private one. */
function deskOptions({ desktop }: Setup): string | undefined {
  if (desktop.kind === 'headless') return undefined
  if (desktop.kind === 'wayland') return "{ display: 'wayland' }"
  return desktop.kind === 'real' ? "{ backend: 'real' }" : "{ backend: 'simulated', world }"
}

const worldOf = ({ desktop }: Setup): string[] =>
  'world' in desktop ? [`const world = JSON.parse(readFileSync(${literal(desktop.world)}, 'utf8'))`] : []

function startOf({ start }: Setup, desk: string): string {
  if ('app' in start) return `const app = await ${desk}desktop.app(${literal(start.app)})`
  const args = start.args.length === 0 ? '' : `, ${list(start.args)}`
  return `const app = await ${desk}launch(${literal(start.command)}${args})`
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`)

function vitest(setup: Setup, body: readonly string[]): string[] {
  const options = deskOptions(setup)
  const world = worldOf(setup)
  const given = 'app' in setup.start ? 'desktop' : 'launch'
  return [
    ...(world.length > 0 ? ["import { readFileSync } from 'node:fs'"] : []),
    "import { expect, test } from 'surehand/vitest'",
    '',
    ...world,
    ...(options === undefined ? [] : [`test.override({ deskOptions: ${options} })`, '']),
    `test(${literal(setup.process)}, { timeout: ${TEST_TIMEOUT} }, async ({ ${given} }) => {`,
    ...indented([startOf(setup, ''), ...body]),
    '})',
  ]
}

function jest(setup: Setup, body: readonly string[]): string[] {
  const world = worldOf(setup)
  return [
    ...(world.length > 0 ? ["const { readFileSync } = require('node:fs')"] : []),
    "const { expect, useDesktop } = require('surehand/jest')",
    '',
    ...world,
    `const desk = useDesktop(${deskOptions(setup) ?? ''})`,
    '',
    `test(${literal(setup.process)}, async () => {`,
    ...indented([startOf(setup, 'desk.'), ...body]),
    `}, ${TEST_TIMEOUT})`,
  ]
}
