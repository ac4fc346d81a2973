import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Desktop, type DesktopEvent, type World } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { failure, window } from './program.js'

// What is asked of a desktop and not of one application, on the simulated one: where applications come and go on command.

const world: World = {
  applications: [
    {
      name: 'Editor',
      executable: 'edit',
      id: 'org.example.Editor',
      windows: [
        window(
          { role: 'textbox', name: 'Page', key: 'page', value: 'text' },
          { role: 'button', name: 'OK' },
          { role: 'button', name: 'Cancel' },
        ),
      ],
    },
    { name: 'Mail', executable: 'mail', windows: [window({ role: 'button', name: 'OK', key: 'send' })] },
    { name: 'Mail', executable: 'mail-helper', keepsRunning: true, windows: [] },
  ],
  launchable: { calc: { name: 'Calc', windows: [window({ role: 'button', name: '7' })] } },
}

let desktop: Desktop
beforeEach(async () => {
  desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
})
afterEach(() => desktop.dispose())

describe('a locator of the desktop', () => {
  test.each([
    'process:edit >> role:button|name:OK',
    'app:Editor >> name:OK',
    'app:org.example.* >> name:OK',
    'process:/^ed/ >> name:OK',
  ])('finds the application, then within it: %s', async (selector) => {
    const receipt = await desktop.locator(selector).click()
    expect(receipt).toMatchObject({ element: { role: 'button', name: 'OK' }, selector })
    expect(desktop.simulation?.received()).toMatchObject([{ what: 'press', application: 'Editor', name: 'OK' }])
  })

  test('waits for an application that is yet to come', async () => {
    const seven = desktop.locator('process:calc >> name:7')
    expect(await seven.exists()).toBe(false)
    expect(await seven.count()).toBe(0)
    await seven.waitFor({ state: 'detached' })
    const click = seven.click()
    await desktop.launch('calc')
    expect((await click).element.name).toBe('7')
  })

  test('one that never comes is APP_NOT_FOUND, several are AMBIGUOUS, each with those there are', async () => {
    const missing = await failure(desktop.locator('process:nobody >> name:OK').click({ timeout: 100 }))
    expect(missing).toMatchObject({ code: 'APP_NOT_FOUND', details: { candidates: [{ name: 'Editor' }, {}, {}] } })
    const several = await failure(desktop.locator('app:Mail >> name:OK').click())
    expect(several).toMatchObject({ code: 'AMBIGUOUS', details: { candidates: [{ executable: 'mail' }, {}] } })
    expect(() => desktop.locator('role:button >> process:edit')).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('process:gedit') }),
    )
  })

  test('is one like any other: narrowed, with options, as a target, gone with its application', async () => {
    const buttons = desktop.locator('process:edit').locator('role:button')
    expect(await buttons.count()).toBe(2)
    expect((await buttons.filter({ hasText: 'Can' }).click()).element.name).toBe('Cancel')
    expect((await buttons.last().click()).element.name).toBe('Cancel')
    const picking = buttons.with({ onAmbiguous: ([first]) => first })
    const verify = { exists: desktop.locator('process:edit >> role:textbox') }
    expect(await picking.click({ verify })).toMatchObject({ heldBefore: true, element: { name: 'OK' } })
    await buttons.first().dragTo(desktop.locator('process:edit >> role:textbox'))
    const page = desktop.locator('process:edit >> role:textbox')
    await (await desktop.app('edit')).locator('name:OK').dragTo(page)
    expect(desktop.simulation?.received().filter(({ what }) => what === 'drop')).toHaveLength(2)
    const gone = buttons.waitFor({ state: 'hidden' })
    await (await desktop.app({ process: 'edit' })).quit()
    await gone
  })
})

describe('desktop.ref()', () => {
  test('is the element that a ref names, whichever application it is in', async () => {
    const mail = await desktop.app({ process: 'mail' })
    const { element } = await mail.locator('role:button').click()
    const ref = desktop.ref(element.ref)
    expect((await ref.click()).element).toMatchObject({ ref: element.ref, name: 'OK' })
    expect(desktop.simulation?.received().map(({ application }) => application)).toEqual(['Mail', 'Mail'])
    desktop.simulation?.apply([{ remove: 'send' }])
    expect((await failure(ref.click())).code).toBe('STALE')
    await mail.quit({ force: true })
    expect((await failure(ref.click())).code).toBe('STALE')
    expect((await failure(desktop.ref('e99999').click())).code).toBe('STALE')
  })
})

describe('app.waitUntil()', () => {
  test('is woken by events, and gives the value that satisfies', async () => {
    const app = await desktop.app({ process: 'edit' })
    const page = app.locator('role:textbox')
    let reads = 0
    const waiting = app.waitUntil(
      () => {
        reads++
        return page.inputValue()
      },
      (value) => value.startsWith('new'),
      { timeout: PATIENCE },
    )
    await expect.poll(() => reads).toBeGreaterThan(0)
    desktop.simulation?.apply([{ set: 'page', value: 'new text' }])
    expect(await waiting).toBe('new text')
  })

  test('TIMEOUT says what was read last, or why it could not be read', async () => {
    const app = await desktop.app({ process: 'edit' })
    const error = await failure(
      app.waitUntil(
        () => app.locator('role:button').count(),
        (count) => count > 2,
        { timeout: 200 },
      ),
    )
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { last: 2 } })
    expect(error.message).toContain('the last value was 2')
    const unread = await failure(
      app.waitUntil(() => app.locator('name:Never').name({ timeout: 200 }), undefined, { timeout: 1000 }),
    )
    expect(unread).toMatchObject({ code: 'TIMEOUT', cause: { code: 'NOT_FOUND' } })
  })

  test('an error of the caller’s own is the caller’s', async () => {
    const app = await desktop.app({ process: 'edit' })
    const reading = app.waitUntil(() => {
      throw new RangeError('mine')
    })
    await expect(reading).rejects.toThrow(RangeError)
  })

  test('a read that never ends does not keep it', async () => {
    const app = await desktop.app({ process: 'edit' })
    const error = await failure(app.waitUntil(() => new Promise<boolean>(() => {}), undefined, { timeout: 100 }))
    expect(error.code).toBe('TIMEOUT')
  })
})

describe('desktop.watch()', () => {
  const words = (event: DesktopEvent) =>
    `${event.what} ${event.app}${event.what === 'focused' ? ` ${event.window}: ${event.element?.name}` : ''}`

  async function next(watch: AsyncIterator<DesktopEvent>, wanted: string): Promise<string[]> {
    const seen: string[] = []
    while (seen.at(-1) !== wanted) {
      const { value, done } = await watch.next()
      if (done) break
      seen.push(words(value))
    }
    return seen
  }

  test('tells which applications come and go, and where the keyboard moves', async () => {
    const watch = desktop.watch({ signal: AbortSignal.timeout(PATIENCE) })
    await watch.ready()
    const calc = await desktop.launch('calc')
    expect(await next(watch, 'came Calc')).toEqual(['came Calc'])
    await calc.locator('name:7').focus()
    expect((await next(watch, 'focused Calc Main: 7')).every((event) => event.startsWith('focused'))).toBe(true)
    await (await desktop.app({ process: 'edit' })).locator('role:textbox').focus()
    await next(watch, 'focused edit Main: Page')
    await calc.quit({ force: true })
    expect(await next(watch, 'went Calc')).toContain('went Calc')
    await watch.return?.()
  })

  test('what was there at the beginning is no news', async () => {
    const watch = desktop.watch({ signal: AbortSignal.timeout(700) })
    await watch.ready()
    expect((await failure(watch.next())).code).toBe('ABORTED')
  })
})

describe('receipts of what is about no element', () => {
  test('launch, quit, and keys that go wherever the focus is', async () => {
    const calc = await desktop.launch('calc')
    expect(calc.receipt).toMatchObject({
      verb: 'launch',
      route: 'process',
      effect: 'verified',
      element: { name: 'calc' },
    })
    expect((await calc.quit()).toString()).toMatch(/^quit application "Calc": verified, by process quit, /)
    await (await desktop.app({ process: 'edit' })).locator('role:textbox').focus()
    expect(await desktop.type('more')).toMatchObject({ verb: 'type', route: 'input', effect: 'verified' })
    expect((await desktop.press('Enter')).toString()).not.toContain('Enter')
  })

  test('confirm is asked of these as well', async () => {
    const asked: string[] = []
    const confirm = ({ verb }: { verb: string }) => {
      asked.push(verb)
      return false
    }
    const editor = await desktop.app({ process: 'edit' })
    const main = await editor.window()
    const refused = [
      desktop.launch('calc', { confirm }),
      editor.quit({ confirm }),
      desktop.press('Enter', { confirm }),
      desktop.type('text', { confirm }),
      main.close({ confirm }),
      editor.activate({ confirm }),
    ].map(failure)
    for (const error of await Promise.all(refused)) expect(error.code).toBe('REFUSED')
    expect(asked.sort()).toEqual(['activate', 'close', 'launch', 'press', 'quit', 'type'])
    expect(desktop.simulation?.received()).toEqual([])
  })

  test('a window’s actions are verified, confirmed and diffed like those of an element', async () => {
    const editor = await desktop.app({ process: 'edit' })
    const mail = await desktop.app({ process: 'mail' })
    const main = await editor.window()
    expect(await main.activate()).toMatchObject({
      verb: 'activate',
      route: 'window',
      effect: 'verified',
      confirmed: true,
    })
    expect(await editor.activate()).toMatchObject({ element: { role: 'application' }, confirmed: true })
    await editor.locator('role:textbox').focus()
    const typed = await main.type('ed', { verify: { exists: 'value:texted' } })
    expect(typed).toMatchObject({ effect: 'verified', element: { role: 'window', name: 'Main' } })
    expect(typed.diff?.modified.length).toBeGreaterThan(0)
    const failed = await failure(main.press('x', { verify: { exists: 'name:Never', timeout: 200 } }))
    expect(failed).toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown', details: { verb: 'press' } })
    const closing = await (await mail.window()).close()
    expect(closing).toMatchObject({ verb: 'close', effect: 'verified', confirmed: true })
  })

  test('a default that a window’s action has no option for is no default of it', async () => {
    const editor = (await desktop.app({ process: 'edit' })).with({ fallbacks: ['role:button|name:Cancel'] })
    const main = await editor.window()
    await editor.quit({ force: true })
    expect((await failure(main.press('Enter', { timeout: 200 }))).code).toBe('APP_EXITED')
    expect(desktop.simulation?.received().map(({ what }) => what)).toEqual(['quit'])
  })
})
