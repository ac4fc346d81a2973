import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

/** What each example is there to show, as it prints it. */
const SHOWN = {
  'first-steps': /typed 17\+25\nclick button "=".*: verified[\s\S]*\nresult 42/,
  errors: /AMBIGUOUS[\s\S]*NOT_FOUND[\s\S]*NOT_ACTIONABLE[\s\S]*INVALID_SELECTOR[\s\S]*APP_NOT_FOUND[\s\S]*press Reply/,
  form: /check: action\ncheck again: none[\s\S]*"Ordered"/,
  data: /Bluetooth" is off[\s\S]*fails name:Wifi[\s\S]*true/,
  reliability:
    /attempts: 1\n.*verified[\s\S]*Send matched nothing[\s\S]*attempts: 2\n.*verified[\s\S]*VERIFY_FAILED[\s\S]*REFUSED/,
  agent: /see [\s\S]*( {2}click: changed\.\n){5}act .*\n {2}click: verified\.[\s\S]*It shows 42/,
  workflow:
    /Five +done[\s\S]*left out[\s\S]*the display says 7\+5[\s\S]*pressed 1\nfailed at report\nresumed: executed_without_error \{ reported: true \}/,
  'hard-desktop': /Late: pressed[\s\S]*Moving: pressed[\s\S]*Busy: pressed[\s\S]*is not checked[\s\S]*ABORTED/,
}

test.each(Object.entries(SHOWN))('examples/%s.ts', async (name, shown) => {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', join('examples', `${name}.ts`)], { cwd: root })
  expect(stdout).toMatch(shown)
})
