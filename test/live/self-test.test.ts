import { execFile } from 'node:child_process'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../../lib/cli/self-test/report.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Form } from './support/form.js'
import { expectPrivate, failures } from './support/self-test-report.js'
import { noSway } from './support/sway.js'
import { CLI, type Translated, translated } from './support/translated.js'

// `surehand doctor --self-test` as its users type it.

const root = join(import.meta.dirname, '..', '..')

let cli: Translated
let session: HeadlessSession
let other: Form
beforeAll(async () => {
  cli = await translated(CLI)
  session = await HeadlessSession.start()
  // A program of the user, of which a report says nothing.
  other = await Form.start(session, 'gtk3')
})
afterAll(async () => {
  await other.end()
  await session.stop()
  await cli[Symbol.asyncDispose]()
})

async function selfTest(
  options: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const environment = { ...session.environment, ...env }
  return promisify(execFile)(process.execPath, [cli.main, 'doctor', '--self-test', ...options], {
    cwd: root,
    env: environment,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

/** What a report must not have besides what is of the user and the machine. */
const others = () => [session.directory, root, 'Order form', 'form_gtk3']

test('--headless: all 25 checks pass on a private desktop, and the report has nothing of the user', async () => {
  const { code, stdout, stderr } = await selfTest(['--headless'], { DISPLAY: '', DBUS_SESSION_BUS_ADDRESS: '' })
  expect(stdout).toContain('25 of 25 checks passed')
  expect(stdout.match(/^ok {4,}\d+ \w+: .* \(\d+ ms.*\)$/gm)).toHaveLength(25)
  expect(stdout).toContain('headless desktop, linux, x11')
  expectPrivate(stdout, others())
  expect({ code, stderr }).toMatchObject({ code: 0 })
})

test.skipIf(noSway !== '')(`--headless --wayland: all 25 checks pass in a Wayland session ${noSway}`, async () => {
  // Root starts it as another user, who may not enter the folder of the session that these tests run in.
  const environment = { DISPLAY: '', DBUS_SESSION_BUS_ADDRESS: '', TMPDIR: tmpdir() }
  const { code, stdout } = await selfTest(['--headless', '--wayland'], environment)
  expect(stdout).toContain('25 of 25 checks passed')
  expect(stdout).toContain('headless desktop, linux, wayland')
  expectPrivate(stdout, others())
  expect(code).toBe(0)
})

test('--json: all 25 checks pass on the desktop of the user, beside another program', async () => {
  const { code, stdout } = await selfTest(['--json'])
  const report = JSON.parse(stdout) as Report
  expect(failures(report)).toEqual([])
  expect(report).toMatchObject({ passed: 25, desktop: 'own', backend: 'linux' })
  expect(report.checks).toHaveLength(25)
  expectPrivate(stdout, others())
  expect(code).toBe(0)
})

test('without an accessibility bus, the report says so first and no check is run', async () => {
  const bus = `unix:path=${homedir()}/no-bus`
  const { code, stdout } = await selfTest([], { DBUS_SESSION_BUS_ADDRESS: bus })
  expect(stdout).toMatch(/^PROBLEM\n +tried: .*Desktop\.open\(\)\n +seen: +NO_DESKTOP: .*\n +do: .*--headless/m)
  expect(stdout.match(/^not run +\d+ /gm)).toHaveLength(25)
  expect(stdout).toContain('0 of 25 checks passed')
  expectPrivate(stdout, others())
  expect(code).toBe(1)
})

test('a program that never answers is the problem, and no check is run', async () => {
  const { code, stdout } = await selfTest(['--json'], { SUREHAND_SELF_TEST_HANG: 'start' })
  const report = JSON.parse(stdout) as Report
  expect(report.problem).toMatchObject({
    tried: expect.stringContaining('read its tree'),
    code: expect.stringMatching(/^(APP_UNRESPONSIVE|APP_NOT_FOUND|TIMEOUT)$/),
    remedy: expect.stringContaining('Run it again'),
  })
  expect(failures(report).map(({ result }) => result)).toEqual(Array(25).fill('not run'))
  expectPrivate(stdout, others())
  expect(code).toBe(1)
})

test('a program that hangs in the middle fails the check of that, with what was tried, seen and is to be done', async () => {
  const { code, stdout } = await selfTest(['--json'], { SUREHAND_SELF_TEST_HANG: 'press' })
  const report = JSON.parse(stdout) as Report
  expect(failures(report)).toMatchObject([
    {
      name: 'hang: the program works again once it answers',
      result: 'failed',
      failure: {
        tried: expect.stringContaining('after the program was blocked'),
        seen: 'the program has not answered again',
        remedy: expect.stringContaining('paste this report into an issue'),
      },
    },
  ])
  expect(report.passed).toBe(24)
  expect(report.problem).toBeUndefined()
  expectPrivate(stdout, others())
  expect(code).toBe(1)
})

test('--headless and --json without --self-test are wrong usage', async () => {
  const args = [cli.main, 'doctor', '--json']
  const ended = promisify(execFile)(process.execPath, args, { cwd: root, env: { ...session.environment } })
  await expect(ended).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('--self-test') })
})
