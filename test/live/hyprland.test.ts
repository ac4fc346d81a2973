import { spawnSync } from 'node:child_process'
import { PNG } from 'pngjs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { Form } from './support/form.js'
import { noPython, type Plan, SimulatedHyprland } from './support/hyprland.js'
import { noSway } from './support/sway.js'

// Hyprland is not in Debian 12. What is simulated is its socket: windows, displays and commands are sway's, in its words. Input, pictures
// and the clipboard go by the protocols that both have.
const skipped = noSway || noPython
// As a name in a command of Lua's it would be a program.
const HOSTILE = {
  address: '0x1" }) hl.dispatch(hl.dsp.exit()) --',
  at: [0, 0],
  size: [1280, 800],
  workspace: { id: 1, name: '1' },
  floating: true,
  pid: 1,
}
const QUESTIONS = ['j/monitors', 'j/activewindow', 'j/clients']

describe.skipIf(skipped !== '')(`a simulated Hyprland${skipped && ` (skipped: ${skipped})`}`, () => {
  let session: HeadlessSession
  let hyprland: SimulatedHyprland | undefined
  const forms: Form[] = []
  beforeAll(async () => {
    session = await HeadlessSession.start({ display: 'wayland', timeout: PATIENCE })
  })
  afterEach(async () => {
    for (const form of forms.splice(0)) await form.end()
    sway('output', 'HEADLESS-1', 'scale', '1', 'transform', 'normal')
  })
  afterAll(async () => {
    await hyprland?.end()
    await session?.stop()
  })

  async function started(plan: Plan = {}): Promise<SimulatedHyprland> {
    await hyprland?.end()
    hyprland = await SimulatedHyprland.start(session, plan)
    return hyprland
  }
  async function form(toolkit: 'gtk3' | 'qt6'): Promise<Form> {
    const started = await Form.start(session, toolkit)
    forms.push(started)
    return started
  }
  function sway(...said: string[]): void {
    spawnSync('swaymsg', said, { env: { ...session.environment } })
  }

  test.each(['gtk3', 'qt6'] as const)(
    '%s gets the click, the keys and the text that are meant for it',
    async (toolkit) => {
      const hyprland = await started()
      await using desktop = await hyprland.desktop()
      const program = await form(toolkit)
      const app = await desktop.app({ pid: program.pid })
      expect(await app.getByRole('button', { name: 'Count' }).click({ route: 'input' })).toMatchObject({
        route: 'input',
      })
      await program.received({ event: 'clicked', name: 'Count' })
      expect(program.events.filter(({ event }) => event === 'clicked')).toHaveLength(1)
      const customer = app.getByLabel('Customer')
      const text = 'Grüße {}~ αβγ مرحبا 世界 😀'
      expect(await customer.pressSequentially(text)).toMatchObject({ route: 'input' })
      await program.received({ event: 'text', name: 'Customer', value: text })
      await customer.press('Control+a')
      await customer.press('Control+c')
      await expect.poll(() => desktop.clipboard.read()).toBe(text)
      const box = await app.getByRole('button', { name: 'Count' }).boundingBox()
      const picture = PNG.sync.read(await app.getByRole('button', { name: 'Count' }).screenshot())
      expect([picture.width, picture.height]).toEqual([box?.width, box?.height])
      expect(hyprland.requests).toEqual(expect.arrayContaining(QUESTIONS))
    },
  )

  test.each([false, true])(
    'windows are listed, come to the front, move, are resized and close (lua: %s)',
    async (lua) => {
      const hyprland = await started({ lua })
      await using desktop = await hyprland.desktop()
      const [first, second] = [await form('gtk3'), await form('qt6')]
      const apps = [await desktop.app({ pid: first.pid }), await desktop.app({ pid: second.pid })] as const
      for (const app of apps) await app.getByRole('button', { name: 'Count' }).waitFor()
      const [one, other] = [await apps[0].window(), await apps[1].window()]
      expect([await one.title(), await other.title()]).toEqual(['Order form', 'Order form'])
      const isActive = async () => [await one.isActive(), await other.isActive()]
      await expect.poll(isActive).toEqual([false, true])
      await one.activate()
      expect(await isActive()).toEqual([true, false])
      await one.move(40, 30)
      await expect.poll(() => one.boundingBox()).toMatchObject({ x: 40, y: 30 })
      await one.resize(850, 650)
      await expect.poll(() => one.boundingBox()).toMatchObject({ x: 40, y: 30, width: 850, height: 650 })
      await apps[0].getByRole('button', { name: 'Count' }).click({ route: 'input' })
      await first.received({ event: 'clicked', name: 'Count' })
      await one.close()
      await expect.poll(async () => (await apps[1].windows()).length).toBe(1)
      await expect.poll(() => first.exited).toBe(true)
      const verbs = hyprland.commands.map((command) => command.replace(/[ (].*/, ''))
      expect(new Set(verbs)).toEqual(
        new Set(
          lua
            ? ['hl.dsp.focus', 'hl.dsp.window.move', 'hl.dsp.window.resize', 'hl.dsp.window.close']
            : ['focuswindow', 'movewindowpixel', 'resizewindowpixel', 'closewindow'],
        ),
      )
    },
  )

  test('a window that covers a button is found at the point, and the button is clicked once its own is in front', async () => {
    const hyprland = await started()
    await using desktop = await hyprland.desktop()
    const [below, above] = [await form('gtk3'), await form('gtk3')]
    const app = await desktop.app({ pid: below.pid })
    const cover = await desktop.app({ pid: above.pid })
    await (await app.window()).move(20, 20)
    await (await cover.window()).move(20, 20)
    await (await cover.window()).activate()
    const count = app.getByRole('button', { name: 'Count' })
    const box = await count.boundingBox()
    const point = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const
    expect((await desktop.elementAt(...point))?.pid ?? above.pid).toBe(above.pid)
    await count.click({ route: 'input' })
    await below.received({ event: 'clicked', name: 'Count' })
    expect(above.events.filter(({ event }) => event === 'clicked')).toEqual([])
  })

  test('what is on another workspace is not in front of anything, and comes with its workspace', async () => {
    const hyprland = await started()
    await using desktop = await hyprland.desktop()
    const program = await form('gtk3')
    const app = await desktop.app({ pid: program.pid })
    const window = await app.window()
    const box = await window.boundingBox()
    const middle = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const
    sway('workspace', '2')
    await expect.poll(() => desktop.elementAt(...middle)).toBeUndefined()
    await window.activate()
    await app.getByRole('button', { name: 'Count' }).click({ route: 'input' })
    await program.received({ event: 'clicked', name: 'Count' })
    sway('workspace', '1')
  })

  test('a display that is turned and scaled has its size in units, and a program there is clicked', async () => {
    const hyprland = await started()
    sway('output', 'HEADLESS-1', 'scale', '1.333333', 'transform', '90')
    await using desktop = await hyprland.desktop()
    await expect.poll(() => desktop.displays()).toMatchObject([{ bounds: { x: 0, y: 0, width: 600, height: 960 } }])
    const program = await form('gtk3')
    const app = await desktop.app({ pid: program.pid })
    await app.getByRole('button', { name: 'Count' }).click({ route: 'input' })
    await program.received({ event: 'clicked', name: 'Count' })
  })

  test('what can be done is said beforehand, by which route, and with the reason where it cannot', async () => {
    const hyprland = await started()
    await using desktop = await hyprland.desktop()
    const trial = ' (of Hyprland: built from its documentation, tested with a simulated one only)'
    expect((await desktop.permissions()).map(({ name, state, route }) => [name, state, route])).toEqual([
      ['accessibility', 'granted', undefined],
      ['input', 'notNeeded', `zwp_virtual_keyboard_v1 and zwlr_virtual_pointer_v1${trial}`],
      ['screen', 'notNeeded', `zwlr_screencopy_v1${trial}`],
    ])
    const lacking = (await desktop.capabilities()).filter(({ name, available }) => !available && name !== 'gtk2Trees')
    expect(lacking.map(({ name }) => name)).toEqual(['hotkey', 'screenshotCovered', 'arrange'])
    expect(lacking.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('Wayland'),
      expect.stringContaining('Hyprland'),
      expect.stringContaining('Hyprland'),
    ])
    const program = await form('gtk3')
    const window = await (await desktop.app({ pid: program.pid })).window()
    await expect(window.minimize()).rejects.toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
  })

  test.each([
    ['nonsense', 'no JSON'],
    ['cut', 'no JSON'],
    ['huge', 'larger than'],
    ['closed', 'without an answer'],
    [{ text: '{}' }, 'something else than it documents'],
    [{ text: JSON.stringify([HOSTILE]) }, 'something else than it documents'],
    [{ text: '[[1, 2], "a", null]' }, 'something else than it documents'],
  ] as const)('an answer that is %j is NO_DESKTOP, and nothing is clicked', async (how, why) => {
    const hyprland = await started({ answers: { 'j/clients': how } })
    await using desktop = await hyprland.desktop()
    const program = await form('gtk3')
    const app = await desktop.app({ pid: program.pid })
    const told = { code: 'NO_DESKTOP', sent: 'no', message: expect.stringContaining(why) }
    await expect(desktop.elementAt(100, 100)).rejects.toMatchObject(told)
    // Where windows are is not known then, nor where an element is.
    const count = app.getByRole('button', { name: 'Count' })
    const placeless = { code: expect.stringMatching(/NOT_ACTIONABLE|TIMEOUT/), sent: 'no' }
    await expect(count.click({ route: 'input', timeout: 1_000 })).rejects.toMatchObject(placeless)
    expect(program.events.filter(({ event }) => event === 'clicked')).toEqual([])
  })

  test.each(['j/clients', 'j/monitors', 'j/activewindow'])(
    'no answer to %s ends with the deadline',
    async (request) => {
      const hyprland = await started({ answers: { [request]: 'silent' } })
      await using desktop = await hyprland.desktop()
      const program = await form('gtk3')
      const count = (await desktop.app({ pid: program.pid })).getByRole('button', { name: 'Count' })
      await expect(count.click({ route: 'input', timeout: 1_500 })).rejects.toMatchObject({
        code: 'TIMEOUT',
        sent: 'no',
      })
      expect(program.events.filter(({ event }) => event === 'clicked')).toEqual([])
    },
  )

  test('a Hyprland that ends is NO_DESKTOP', async () => {
    const hyprland = await started()
    await using desktop = await hyprland.desktop()
    expect(await desktop.displays()).toHaveLength(1)
    await hyprland.end()
    await expect(desktop.displays()).rejects.toMatchObject({ code: 'NO_DESKTOP' })
  })

  test("the variable of a Hyprland that is not there is not followed, and sway's own socket comes first", async () => {
    const hyprland = await started()
    await using desktop = await Desktop.open({
      backend: 'linux',
      environment: { ...hyprland.environment, SWAYSOCK: session.environment.SWAYSOCK },
    })
    expect(await desktop.displays()).toHaveLength(1)
    await using other = await Desktop.open({
      backend: 'linux',
      environment: { ...hyprland.environment, HYPRLAND_INSTANCE_SIGNATURE: 'ended' },
    })
    const none = { code: 'UNSUPPORTED', message: expect.stringContaining('Hyprland, KWin and GNOME do') }
    await expect(other.displays()).rejects.toMatchObject(none)
    expect(hyprland.requests).toEqual([])
  })
})
