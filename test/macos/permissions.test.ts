import { expect, test } from 'vitest'
import { failure } from '../contract/program.js'
import { ax, macos, windowOf } from './support.js'

const world = windowOf({ role: 'button', name: 'OK', key: 'ok' })

test('what is granted is found out by a read, not by what the system remembers', async () => {
  await using place = await macos(world)
  const states = async () =>
    Object.fromEntries((await place.desktop.permissions()).map(({ name, state }) => [name, state]))
  expect(await states()).toMatchObject({ accessibility: 'granted' })
  ax.set({ accessibility: false })
  expect(await states()).toMatchObject({ accessibility: 'stale' })
  ax.set({ accessibilitySaid: false })
  expect(await states()).toMatchObject({ accessibility: 'denied' })
  expect(ax.state().prompts).toBe(0)
})

test('whether the screen may be seen is told by whether windows have titles for us, empty ones as well', async () => {
  const [editor] = world.applications ?? []
  for (const name of ['Page', '']) {
    await using place = await macos({ applications: [{ ...editor, windows: [{ role: 'window', name }] } as never] })
    const screen = async () => (await place.desktop.permissions()).find((one) => one.name === 'screen')?.state
    expect(await screen(), name).toBe('granted')
    ax.set({ screen: false })
    expect(await screen(), name).toBe('stale')
    ax.set({ screenSaid: false })
    expect(await screen(), name).toBe('denied')
  }
})

test('what is to be allowed is told by its name, and as what started this where nobody says it', async () => {
  const remedy = async () => {
    ax.set({ accessibility: false, accessibilitySaid: false })
    const [accessibility] = await place.desktop.permissions()
    return accessibility?.remedy
  }
  const terminal = { name: 'Terminal', executable: 'Terminal', pid: 4002, windows: [] }
  await using place = await macos({ applications: [...(world.applications ?? []), terminal] })
  const where = 'System Settings > Privacy & Security > Accessibility, then start that again'
  expect(await remedy()).toBe(`allow Terminal, which started this program, in ${where}`)
  ax.apply([{ exit: true, application: 'Terminal' }])
  expect(await remedy()).toBe(`allow the program that started this one (a terminal, an editor) in ${where}`)
})

test('without the permission every read and every act says what to allow, and nothing is an empty tree', async () => {
  await using place = await macos(world)
  const app = await place.desktop.app('editor')
  ax.set({ accessibility: false, accessibilitySaid: false })
  for (const tried of [app.snapshot(), app.locator('role:button').click({ timeout: 300 })]) {
    const error = await failure(tried)
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(error.message).toMatch(/Accessibility/)
  }
  expect(ax.received().filter(({ what }) => what === 'press')).toEqual([])
})

test('reads never activate, raise or focus anything, and never ask the user', async () => {
  await using place = await macos({
    applications: [
      ...(world.applications ?? []),
      { name: 'Other', executable: 'other', pid: 4002, windows: [{ role: 'window', name: 'In front' }] },
    ],
  })
  const app = await place.desktop.app('editor')
  await app.snapshot()
  await app.windows()
  await place.desktop.permissions()
  await place.desktop.capabilities()
  expect(ax.state()).toMatchObject({ frontmost: 'Other', prompts: 0, switches: {} })
  expect(ax.received()).toEqual([])
})

test('the own process is refused, not asked: it would wait for itself', async () => {
  const own = {
    name: 'Host',
    executable: 'host',
    pid: process.pid,
    windows: [{ role: 'window' as const, name: 'Own' }],
  }
  await using place = await macos({ applications: [own] })
  const error = await failure(place.desktop.app({ pid: process.pid }, { timeout: 500 }).then((app) => app.snapshot()))
  expect(['REFUSED', 'APP_NOT_FOUND']).toContain((error as { code?: string }).code)
})
