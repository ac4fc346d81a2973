import { createInterface } from 'node:readline'
import { inspect } from 'node:util'
import { createRegistry } from '../../lib/agent/index.js'
import { Desktop, type Outgoing } from '../../lib/sdk/index.js'
import { collect } from './resources.js'

/**
 * Types a secret into a password field, in all the ways there are, and writes down all that it is given for it. The secret comes masked (each
 * byte XOR 0x5a, as hex) and is unmasked for each use, so that the copies in this process's memory are those that using it made.
 */

interface Job {
  environment: Record<string, string>
  pid: number
  masked: string
  /** A file for the trace; without it nothing is traced. */
  trace?: string
  /** `none`: only what a caller has to make itself. */
  use: 'none' | 'typed'
}

const job = JSON.parse(process.argv[2] as string) as Job
const secret = () =>
  Buffer.from(job.masked, 'hex')
    .map((byte) => byte ^ 0x5a)
    .toString()
const given: unknown[] = []

async function use(desktop: Desktop): Promise<void> {
  const app = await desktop.app({ pid: job.pid }, { timeout: 30_000 })
  const field = app.locator('role:textbox|name:Password')
  const timeout = 30_000
  given.push(await field.fill(secret(), { timeout }))
  given.push(await field.fill('', { timeout }))
  given.push(await field.pressSequentially(secret(), { timeout }))
  given.push((await app.snapshot({ timeout })).toString(), (await app.snapshot({ timeout })).toJSON())
  const failing = { timeout: 500 }
  given.push(
    await app
      .locator('name:Nothing at all')
      .fill(secret(), failing)
      .catch((error: unknown) => error),
  )
  given.push(
    await field
      .fill(secret(), { timeout, verify: { exists: 'name:Never', timeout: 200 } })
      .catch((error: unknown) => error),
  )
  const registry = createRegistry(desktop, { profile: 'terminator', timeout })
  const call = (name: string, input: object) => registry.tool(name).run({ process: job.pid, ...input }, {})
  const looking = { ui_diff_before_after: true, include_tree_after_action: true }
  given.push(
    await call('type_into_element', { selector: 'role:textbox|name:Password', text_to_type: secret(), ...looking }),
  )
  given.push(
    await call('type_into_element', { selector: 'name:Nothing at all', text_to_type: secret(), timeout_ms: 300 }),
  )
  given.push(await call('get_window_tree', {}))
}

const hooks = { beforeDispatch: (outgoing: Outgoing) => void given.push(outgoing) }
const desktop = await Desktop.open({ environment: job.environment, hooks })
if (job.trace !== undefined) await desktop.tracing.start()
if (job.use === 'typed') await use(desktop)
else for (let i = 0; i < 6; i++) secret()
if (job.trace !== undefined) await desktop.tracing.stop({ path: job.trace })
console.log(JSON.stringify(given.map((each) => inspect(each, { depth: 20, maxStringLength: null }))))
given.length = 0
for (let i = 0; i < 3; i++) {
  collect()
  await new Promise((resolve) => setTimeout(resolve, 50))
}
console.log('done')
// It is read until it is killed.
createInterface({ input: process.stdin })
