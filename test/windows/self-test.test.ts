import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../../lib/cli/self-test/report.js'
import { Form } from '../live/support/form.js'
import { expectPrivate, failures } from '../live/support/self-test-report.js'

// `surehand doctor --self-test` as its users type it. The window is one that node.exe shows by the addon.

const root = join(import.meta.dirname, '..', '..')
const COMMAND = [join(root, 'lib', 'cli', 'bin.js'), 'doctor', '--self-test']
const PRELOADED = join(import.meta.dirname, 'support', 'self-test-window.cjs').replaceAll('\\', '/')
// ms; the self-test ends by itself within 60 s.
const WHOLE = 120_000

let other: Form
beforeAll(async () => {
  // A program of the user, of which a report says nothing.
  other = await Form.startWin32()
})
afterAll(() => other.end())

interface Ended {
  code: number
  stdout: string
  stderr: string
}

function selfTest(options: string[], env: Record<string, string> = {}): Promise<Ended> {
  const environment = { ...process.env, NODE_OPTIONS: `--require=${PRELOADED}`, ...env }
  return promisify(execFile)(process.execPath, [...COMMAND, ...options], { env: environment }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

/** What a report must not have besides what is of the user and the machine. */
const others = () => [root, 'Order form', 'win32-form']

test(
  'all 25 checks pass on a Win32 window, beside another program, and the report has nothing of the user',
  async () => {
    const { code, stdout } = await selfTest(['--json'])
    const report = JSON.parse(stdout) as Report
    expect(report.problem).toBeUndefined()
    expect(failures(report)).toEqual([])
    expect(report).toMatchObject({ passed: 25, desktop: 'own', backend: 'windows' })
    expect(report.checks).toHaveLength(25)
    expectPrivate(stdout, others())
    expect(code).toBe(0)
  },
  WHOLE,
)

test(
  'a window that never answers is the problem, in the text of the report, too, and no check is run',
  async () => {
    const { stdout } = await selfTest([], { SUREHAND_SELF_TEST_HANG: 'start' })
    expect(stdout).toContain(`surehand doctor --self-test\n`)
    expect(stdout).toMatch(
      /^PROBLEM\n +tried: .*a window of Win32, and read its tree\n +seen: +[A-Z_]+: .*\n +do: .*Run it again/m,
    )
    expect(stdout.match(/^not run +\d+ /gm)).toHaveLength(25)
    expect(stdout).toContain('0 of 25 checks passed')
    expectPrivate(stdout, others())
  },
  WHOLE,
)

test(
  'a window that hangs in the middle fails the check of that, with what was tried, seen and is to be done',
  async () => {
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
    expectPrivate(stdout, others())
    expect(code).toBe(1)
  },
  WHOLE,
)

test(
  'a window that does not open is the problem, and no check is run',
  async () => {
    const { code, stdout } = await selfTest(['--json'], { TEST_WINDOW_ENDS: `no addon in ${homedir()}` })
    const report = JSON.parse(stdout) as Report
    expect(report.problem).toMatchObject({
      tried: 'start a program with a window of its own',
      seen: 'the window that the checks are tried on does not open: no addon in <path>',
      remedy: expect.stringContaining('who has signed in'),
    })
    expect(failures(report).map(({ result }) => result)).toEqual(Array(25).fill('not run'))
    expectPrivate(stdout, others())
    expect(code).toBe(1)
  },
  WHOLE,
)
