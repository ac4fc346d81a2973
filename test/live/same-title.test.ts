import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { App, Desktop, Window } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { FORM_TOOLKITS } from './support/form.js'
import { DISPLAY } from './support/session.js'
import { headless, type Place } from './support/settled.js'

const TWINS = join(import.meta.dirname, '..', 'fixtures', 'apps', 'twins.py')

async function twins(desktop: Desktop, ...args: string[]): Promise<{ app: App; letters: [Window, Window] }> {
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [TWINS, ...args] })
  await expect.poll(async () => (await app.windows()).length, { timeout: PATIENCE }).toBe(3)
  const [first, second] = (await app.windows()).filter((window) => `${window}`.includes('"Letter"'))
  return { app, letters: [first as Window, second as Window] }
}

/** What the program said that it got, a line a change. */
async function said(app: App): Promise<string[]> {
  return (await app.program?.stdout())?.trim().split('\n') ?? []
}

/** Moves the invoice to a workspace that does not show. */
async function away({ session }: Place): Promise<void> {
  const tell = (command: string, ...args: string[]) => once(session.spawn(command, args), 'exit')
  if (DISPLAY === 'wayland') {
    await tell('swaymsg', '[title="^Invoice$"]', 'move', 'container', 'to', 'workspace', '2')
    return
  }
  await tell('xdotool', 'set_num_desktops', '3')
  await tell('xdotool', 'search', '--name', '^Invoice$', 'set_desktop_for_window', '%@', '2')
}

describe.each(FORM_TOOLKITS)('two windows of one title in %s', (toolkit) => {
  test.each(['0', '100'])('each takes what it is sent, the second %s px larger', async (larger) => {
    await using place = await headless()
    const { app, letters } = await twins(place.desktop, toolkit, larger)
    for (const [number, letter] of letters.entries()) {
      await letter.type('x')
      await expect.poll(async () => (await said(app)).at(-1), { timeout: PATIENCE }).toBe(`${number} x`)
      expect((await letter.activate()).effect).toBe('verified')
      await letter.press('y')
      await expect.poll(async () => (await said(app)).at(-1), { timeout: PATIENCE }).toBe(`${number} xy`)
    }
    expect(await said(app)).toEqual(['0 x', '0 xy', '1 x', '1 xy'])
  })

  test('each is moved, minimized and restored alone, and stays open', async () => {
    await using place = await headless()
    const { app, letters } = await twins(place.desktop, toolkit)
    for (const [number, letter] of letters.entries()) {
      const other = letters[1 - number] as Window
      await letter.move(100 + 400 * number, 400)
      expect(await letter.boundingBox()).toMatchObject({ x: 100 + 400 * number, y: 400 })
      expect(await other.boundingBox()).not.toMatchObject({ x: 100 + 400 * number, y: 400 })
      await letter.minimize()
      expect([await letter.isMinimized(), await other.isMinimized()]).toEqual([true, false])
      expect(await app.windows()).toHaveLength(3)
      await letter.restore()
      expect([await letter.isMinimized(), await other.isMinimized()]).toEqual([false, false])
    }
  })

  test('a window on another workspace is activated, typed into and clicked', async () => {
    await using place = await headless()
    const { app } = await twins(place.desktop, toolkit)
    await away(place)
    const invoice = await app.window({ title: 'Invoice' })
    expect(await invoice.isMinimized()).toBe(false)
    expect((await invoice.activate()).effect).toBe('verified')
    await invoice.locator('name:Line').click({ route: 'input' })
    await invoice.type('z')
    await expect.poll(() => said(app), { timeout: PATIENCE }).toEqual(['2 z'])
  })
})
