import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { type App, Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { appOf, Hostile, look, TOOLKITS } from '../robustness/hostile.js'
import { Form } from './support/form.js'

/** The short form of `npm run test:robustness -- hostile`: a case of each kind, as each toolkit. */

// ms; a program that is silent costs this for each call.
const DEADLINE = 150

let session: HeadlessSession
let desktop: Desktop
let form: Form
let bystander: App

beforeAll(async () => {
  session = await HeadlessSession.start()
  desktop = await Desktop.open({ environment: { ...session.environment }, defaultTimeout: PATIENCE })
  form = await Form.start(session, 'gtk3')
  bystander = await desktop.app({ pid: form.pid })
  // Its window gets the focus a moment after it shows.
  await bystander.locator('focused:true').first().waitFor()
})

afterAll(async () => {
  await desktop?.dispose()
  await form?.end()
  await session?.stop()
})

describe.each(TOOLKITS)('a hostile program that says it is of %s', (...toolkit) => {
  test('gives trees or typed errors, and changes nothing of what another program shows', async () => {
    await using hostile = await Hostile.start(session, toolkit)
    const before = (await bystander.snapshot()).toString()
    const app = await appOf(desktop, hostile)
    expect(hostile.kinds.length).toBeGreaterThan(20)
    for (const kind of hostile.kinds) {
      const wanted = { toolkit: toolkit[0], kind, seed: 1 }
      await hostile.play(wanted)
      await look(app, wanted, DEADLINE)
    }
    expect((await bystander.snapshot()).toString()).toBe(before)
  })
})
