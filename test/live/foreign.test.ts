import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policy } from '../../lib/agent/policy/index.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Desktop, isSurehandError, type Outgoing } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { Form } from './support/form.js'

/** What programs on the accessibility bus say in the place of others, by programs that do it. */

const APPS = join(import.meta.dirname, '..', 'fixtures', 'apps')

let session: HeadlessSession
let form: Form

beforeAll(async () => {
  session = await HeadlessSession.start()
  form = await Form.start(session, 'gtk3')
})

afterAll(async () => {
  await form?.end()
  await session?.stop()
})

interface Peer extends AsyncDisposable {
  pid: number
  events: { event: string; name?: string }[]
}

async function start(script: string, ...args: string[]): Promise<Peer> {
  const child = session.spawn('/usr/bin/python3', [join(APPS, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const events: Peer['events'] = []
  const gone = new Promise((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    void gone.then(() => reject(new Error(`${script} ended before it was ready`)))
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      events.push(JSON.parse(line))
      resolve()
    })
  })
  return {
    pid: child.pid as number,
    events,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

const open = (hooks = {}) =>
  Desktop.open({ environment: { ...session.environment }, defaultTimeout: PATIENCE, ...hooks })

test('an answer to a question that another program was asked changes nothing', async () => {
  await using desktop = await open()
  await using forger = await start('forger.py')
  const app = await desktop.app({ pid: form.pid })
  const liar = await desktop.app({ pid: forger.pid })
  const texts = (await app.snapshot()).toString()
  expect(texts).toContain('Order form')
  for (let round = 0; round < 8; round++) {
    // Of itself it may say what it likes.
    const own = [liar.snapshot(), liar.windows()].map((call) => call.catch(() => {}))
    const asking = [app.snapshot(), desktop.apps(), app.snapshot(), app.windows(), ...own] as const
    const [first, apps, second, windows] = await Promise.all(asking)
    for (const snapshot of [first, second]) {
      expect(snapshot.complete).toBe(true)
      expect(snapshot.toString()).toBe(texts)
    }
    expect(apps.map(({ pid }) => pid)).toEqual(expect.arrayContaining([form.pid, forger.pid]))
    expect(windows).toHaveLength(1)
  }
})

test.each(['gtk', 'GTK', 'Qt', 'unknown'])('an element is its owner’s, whoever lists it: %s', async (toolkit) => {
  await using liar = await start('liar.py', (await named()).name, 'Count', toolkit)
  const asked: Outgoing[] = []
  {
    await using desktop = await open({ hooks: { beforeDispatch: (outgoing: Outgoing) => void asked.push(outgoing) } })
    const app = await desktop.app({ pid: liar.pid })
    const stolen = (await app.snapshot()).find('role:Button|name:Count')
    expect(stolen?.pid).toBe(form.pid)
    form.forget()
    const receipt = await app.locator('role:Button|name:Count').click()
    await form.received({ event: 'clicked', name: 'Count' })
    expect(asked.at(-1)).toMatchObject({ verb: 'click', app: { pid: form.pid, name: (await named()).name } })
    expect(receipt.element.app?.pid).toBe(form.pid)
  }
  await using desktop = await open({ hooks: policy({ apps: { deny: [(await named()).name] } }) })
  const app = await desktop.app({ pid: liar.pid })
  form.forget()
  const press = () => app.locator('role:Button|name:Count').click()
  expect(await press().catch((error: unknown) => error)).toMatchObject({ code: 'REFUSED', details: { rule: 'apps' } })
  // The item's list would be asked to select it.
  await app
    .locator('role:Button|name:Item')
    .select()
    .catch((error: unknown) => expect(isSurehandError(error)).toBe(true))
  await app.locator('role:Button|name:Own').click()
  expect(liar.events.at(-1)).toEqual({ event: 'DoAction', name: '/org/a11y/atspi/accessible/2' })
  // Whatever was sent to the form has been received once it answers.
  await desktop.app({ pid: form.pid }).then((its) => its.snapshot())
  expect(form.events).toEqual([])
})

test.each(['gtk', 'GTK', 'Qt', 'unknown'])(
  'an object that cannot exist is a cut, and the rest is there: %s',
  async (toolkit) => {
    await using desktop = await open()
    await using nonsense = await start('nonsense.py', toolkit)
    const app = await desktop.app({ pid: nonsense.pid })
    const snapshot = await app.snapshot()
    expect(snapshot.findAll('role:Button').map(({ name }) => name)).toEqual(['First', 'Last'])
    expect(snapshot.find('name:Bad')?.cut).toMatchObject({ reason: 'failed' })
    expect(snapshot.cuts.length).toBe(1)
    await app.locator('role:Button|name:Last').click()
  },
)

async function named(): Promise<{ name: string }> {
  await using desktop = await open()
  return (await desktop.app({ pid: form.pid })) as unknown as { name: string }
}
