import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Desktop, type Locator, type World } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { world as everything, VERBS } from './every-verb.js'
import { failure, window } from './program.js'

// Applications and windows that are found each time they are used, on the simulated desktop, where they come and go on command.

const world: World = {
  applications: [
    {
      name: 'Editor',
      executable: 'edit',
      windows: [window({ role: 'textbox', name: 'Page', key: 'page', value: 'text' }, { role: 'button', name: 'OK' })],
    },
    { name: 'Mail', executable: 'mail', windows: [window({ role: 'button', name: 'Send', key: 'send' })] },
  ],
  launchable: { calc: { name: 'Calc', windows: [window({ role: 'button', name: '7' })] } },
}

let desktop: Desktop
beforeEach(async () => {
  desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
})
afterEach(() => desktop.dispose())

const pressed = () => desktop.simulation?.received().filter(({ what }) => what === 'press')

describe('desktop.app() without await', () => {
  test('can be held before the application runs, and waits for it', async () => {
    const calc = desktop.app('calc')
    const seven = calc.getByRole('button', { name: '7' })
    expect([await seven.exists(), await seven.count(), await seven.isVisible(), await seven.isHidden()]).toEqual([
      false,
      0,
      false,
      true,
    ])
    await seven.waitFor({ state: 'hidden' })
    const click = seven.click()
    await desktop.launch('calc')
    expect((await click).element).toMatchObject({ role: 'button', name: '7' })
  })

  test('means the application that runs when it is used: after a restart the new one', async () => {
    const calc = desktop.app('calc')
    await desktop.launch('calc')
    await calc.getByRole('button', { name: '7' }).click()
    await calc.quit({ force: true })
    await calc.getByRole('button', { name: '7' }).waitFor({ state: 'hidden' })
    await desktop.launch('calc')
    await calc.getByRole('button', { name: '7' }).click()
    expect(pressed()).toHaveLength(2)
  })

  test('gives the application when it is awaited, and the error when there is none', async () => {
    expect((await desktop.app('edit')).name).toBe('Editor')
    expect(await failure(desktop.app('none', { timeout: 100 }))).toMatchObject({ code: 'APP_NOT_FOUND' })
    expect(await failure(desktop.app('none').getByText('x').click({ timeout: 100 }))).toMatchObject({
      code: 'APP_NOT_FOUND',
    })
  })

  test('its locators are targets of others, its own and those of the application that it is', async () => {
    const editor = desktop.app('edit')
    const page = editor.getByRole('textbox', { name: 'Page' })
    const known = await editor
    expect(await known.getByRole('button', { name: 'OK' }).click({ verify: { exists: page } })).toMatchObject({
      heldBefore: true,
    })
    await known.getByRole('button', { name: 'OK' }).dragTo(page)
    const fallbacks = [editor.getByRole('button', { name: 'OK' })]
    expect((await editor.getByText('Never').click({ timeout: 1500, fallbacks })).element.name).toBe('OK')
    expect(await editor.locator('role:button').or(page).count()).toBe(2)
  })

  test('reads, waits and windows are those of the application', async () => {
    const editor = desktop.app('edit')
    expect(await editor.tree()).toContain('textbox "Page"')
    expect(await editor.windows()).toHaveLength(1)
    expect((await editor.snapshot()).size).toBeGreaterThan(2)
    await editor.waitForIdle()
  })
})

describe('app.window() without await', () => {
  test('is found each time, in an application that is known or not', async () => {
    for (const app of [await desktop.app('edit'), desktop.app('edit')]) {
      const main = app.window({ title: 'Main' })
      await main.getByRole('button', { name: 'OK' }).click()
      expect(await main.title()).toBe('Main')
      expect((await main).role).toBe('window')
    }
    expect(pressed()).toHaveLength(2)
  })

  test('that is not there: nothing matches in it now, and an action says which windows there are', async () => {
    const other = desktop.app('edit').window({ title: 'Other' })
    expect(await other.getByRole('button').count()).toBe(0)
    await other.getByRole('button').waitFor({ state: 'detached' })
    const error = await failure(other.getByRole('button', { name: 'OK' }).click({ timeout: 200 }))
    expect(error).toMatchObject({ code: 'NOT_FOUND' })
    expect(error.message).toContain('"Main"')
    expect(pressed()).toEqual([])
  })

  test('what is waited for to be hidden is hidden when its window closes', async () => {
    const main = desktop.app('edit').window({ title: 'Main' })
    const hidden = main.getByRole('button', { name: 'OK' }).waitFor({ state: 'hidden' })
    await main.close()
    await hidden
  })

  test('a wrong query is refused at once', () => {
    expect(() => desktop.app('edit').window('rool:x')).toThrow(expect.objectContaining({ code: 'INVALID_SELECTOR' }))
    expect(() => desktop.app('edit').window({ titel: 'Main' } as never)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
    expect(() => desktop.app({ nam: 'x' } as never)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  })
})

describe('desktop.getByRole()', () => {
  test('finds the one application that shows the element', async () => {
    expect((await desktop.getByRole('button', { name: 'Send' }).click()).element.name).toBe('Send')
    expect(pressed()).toMatchObject([{ application: 'Mail' }])
  })

  test('is AMBIGUOUS when several applications show one, and presses neither', async () => {
    await desktop.launch('calc')
    const error = await failure(desktop.getByRole('button').click({ timeout: 300 }))
    expect(error.code).toBe('AMBIGUOUS')
    expect(pressed()).toEqual([])
  })

  test('says where it looked when no application shows one', async () => {
    const error = await failure(desktop.getByRole('button', { name: 'Never' }).click({ timeout: 200 }))
    expect(error).toMatchObject({ code: 'NOT_FOUND' })
    expect(error.message).toContain('edit, mail')
  })
})

test.each(Object.entries(VERBS.Locator ?? {}))(
  'a locator in a window that is found does as others: %s',
  async (verb, act) => {
    await using own = {
      desktop: await Desktop.open({ world: everything, defaultTimeout: PATIENCE }),
      [Symbol.asyncDispose]: () => own.desktop.dispose(),
    }
    const app = await own.desktop.app('Program')
    const main = await app.window({ title: 'Main' })
    // The verbs make their locators by `app.locator()`.
    const lazy = { locator: (selector: string): Locator => own.desktop.app('Program').locator(selector) } as typeof app
    await act({ desktop: own.desktop, app: lazy, window: main })
    // The pointer's way is not written down.
    if (verb !== 'hover') expect(own.desktop.simulation?.received().length).toBeGreaterThan(0)
  },
)
