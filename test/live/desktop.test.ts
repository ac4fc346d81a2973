import { describe, expect, test } from 'vitest'
import type { App, DesktopEvent, Ended, Outgoing } from '../../lib/sdk/index.js'
import type { NativePace } from '../../lib/sdk/native/binding.js'
import { failing } from '../contract/program.js'
import { PATIENCE } from '../patience.js'
import { Form, type FormToolkit } from './support/form.js'
import { headless, type Place } from './support/settled.js'

// What is asked of a desktop as a whole, and of waiting, hooks and receipts, with real programs.

const save = 'role:button|name:Save'

async function shown(place: Place, toolkit: FormToolkit = 'gtk3'): Promise<{ form: Form; app: App; pid: string }> {
  const form = await Form.start(place.session, toolkit)
  const app = await place.desktop.app({ pid: form.pid })
  await app.window()
  return { form, app, pid: `pid:${form.pid}` }
}

test.each<[FormToolkit, Partial<NativePace>]>([
  ['gtk3', { forgetful: true, forgetsRemoval: false, firstEvent: 100 }],
  ['gtk4', { forgetful: true, forgetsRemoval: false, firstEvent: 400 }],
  ['qt6', { forgetful: true, forgetsRemoval: true, firstEvent: 250 }],
])('the backend says what %s forgets to announce', async (toolkit, pace) => {
  await using place = await headless()
  const { app } = await shown(place, toolkit)
  expect((app as unknown as { pace: NativePace }).pace).toMatchObject({ ...pace, cheapFingerprint: true, quiet: 20 })
})

describe('with the order form', () => {
  test('a locator of the desktop and a ref find their application', async () => {
    await using place = await headless()
    const { form, pid } = await shown(place)
    const receipt = await place.desktop.locator(`${pid} >> ${save}`).click()
    await form.received({ event: 'clicked', name: 'Save' })
    form.forget()
    await place.desktop.ref(receipt.element.ref).click()
    await form.received({ event: 'clicked', name: 'Save' })
    await form.end()
    const gone = place.desktop.ref(receipt.element.ref)
    expect(await failing(500, (timeout) => gone.click({ timeout }))).toMatchObject({ code: 'STALE' })
  })

  test('hooks see what is sent, refuse it, and are told what came of it', async () => {
    await using place = await headless()
    const { form, app } = await shown(place)
    const asked: Outgoing[] = []
    const told: Ended[] = []
    const watched = app.with({
      hooks: {
        beforeDispatch: (outgoing) => {
          asked.push(outgoing)
          return outgoing.element?.name === 'Save' ? { refuse: 'nothing is saved today' } : undefined
        },
        afterAction: (ended) => void told.push(ended),
      },
    })
    await expect(watched.locator(save).click()).rejects.toMatchObject({ code: 'REFUSED' })
    await watched.locator('role:textbox|name:Customer').fill('Ada')
    expect(asked.map(({ verb, payload }) => `${verb} ${payload.kind}`)).toEqual(['click action', 'fill text'])
    expect(told.map(({ receipt, error }) => (error as { code?: string })?.code ?? receipt?.effect)).toEqual([
      'REFUSED',
      'verified',
    ])
    expect(form.events.some(({ event }) => event === 'clicked')).toBe(false)
  })

  test('onFailure gives another selector', async () => {
    await using place = await headless()
    const { form, app } = await shown(place)
    const receipt = await app.locator('role:button|name:Sove').click({
      timeout: 5_000,
      onFailure: ({ nearMisses }) => ({ target: nearMisses?.find(({ name }) => name === 'Save')?.selector ?? save }),
    })
    await form.received({ event: 'clicked', name: 'Save' })
    expect(receipt.element.name).toBe('Save')
  })

  test('waitUntil is woken by what the program announces', async () => {
    await using place = await headless()
    const { app } = await shown(place)
    const customer = app.locator('role:textbox|name:Customer')
    const waiting = app.waitUntil(
      () => customer.inputValue(),
      (value) => value === 'Ada',
    )
    await customer.fill('Ada')
    expect(await waiting).toBe('Ada')
  })

  test('a window gives receipts, and closing the last one ends the program', async () => {
    await using place = await headless()
    const { app } = await shown(place)
    const window = await app.window()
    expect(await window.activate()).toMatchObject({ route: 'window', confirmed: true })
    await app.locator('role:textbox|name:Customer').focus()
    const typed = await window.type('Ada', { verify: { exists: 'role:textbox|name:Customer|value:Ada' } })
    expect(typed).toMatchObject({ verb: 'type', effect: 'verified', route: 'input' })
    expect(await window.close()).toMatchObject({ verb: 'close', confirmed: true, effect: 'verified' })
  })

  test('a signal that is a default ends what waits', async () => {
    await using place = await headless()
    const { app } = await shown(place)
    const controller = new AbortController()
    const never = app.with({ signal: controller.signal }).locator('name:Never').waitFor({ timeout: PATIENCE })
    controller.abort('enough')
    await expect(never).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' })
  })
})

test('desktop.watch() tells that programs come and go, and where the keyboard is', async () => {
  await using place = await headless()
  const watch = place.desktop.watch({ signal: AbortSignal.timeout(PATIENCE) })
  await watch.ready()
  const next = async (wanted: (event: DesktopEvent) => boolean): Promise<DesktopEvent> => {
    for (;;) {
      const { value, done } = await watch.next()
      if (done) throw new Error('the watch ended')
      if (wanted(value)) return value
    }
  }
  const app = await place.desktop.launch('mousepad')
  expect(app.receipt).toMatchObject({ verb: 'launch', effect: 'verified' })
  await next(({ what, app: { pid } }) => what === 'came' && pid === app.pid)
  const focused = await next((event) => event.what === 'focused' && event.element !== undefined)
  expect(focused).toMatchObject({ app: { pid: app.pid }, window: expect.stringContaining('Mousepad') })
  expect(await app.quit()).toMatchObject({ verb: 'quit', effect: 'verified' })
  await next(({ what, app: { pid } }) => what === 'went' && pid === app.pid)
  await watch.return?.()
})

test('an application of a process that has ended is not waited for', async () => {
  await using place = await headless()
  const { form } = await shown(place)
  await form.end()
  const error = await place.desktop.app({ pid: form.pid }, { timeout: PATIENCE }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'APP_NOT_FOUND', details: { waitEnd: 'at once' } })
})
