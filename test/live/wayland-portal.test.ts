import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Desktop, type Permission } from '../../lib/sdk/index.js'
import type { NativeDesktop, NativeInputStep } from '../../lib/sdk/native/binding.js'
import { PATIENCE } from '../patience.js'
import { Form } from './support/form.js'
import { noPython, type Plan, portalEnvironment, SimulatedPortal } from './support/portal.js'
import { noSway } from './support/sway.js'

const skipped = noSway || noPython
const ASKED = ['CreateSession', 'SelectDevices', 'SelectSources', 'Start']
const KEYS = { a: 97, B: 66, Control: 65507 }

/** How a key is pressed and let go, as the portal is asked. */
const strike = (keysym: number) => [`Keysym ${keysym} 1`, `Keysym ${keysym} 0`]

async function stateOf(desktop: Desktop, name: string): Promise<Permission | undefined> {
  return (await desktop.permissions()).find((each) => each.name === name)
}

describe.skipIf(skipped !== '')(`a simulated portal on Wayland${skipped && ` (skipped: ${skipped})`}`, () => {
  let session: HeadlessSession
  let portal: SimulatedPortal | undefined
  beforeAll(async () => {
    session = await HeadlessSession.start({ display: 'wayland', timeout: PATIENCE })
    // The simulated portal adds no keyboard to the seat; the desktop of sway does.
    await session.desktop()
  })
  afterAll(async () => {
    await portal?.end()
    await session?.stop()
  })

  async function started(plan: Plan = {}): Promise<SimulatedPortal> {
    await portal?.end()
    portal = await SimulatedPortal.start(session, plan)
    return portal
  }

  test('is asked once, with the first input, for a keyboard, a pointer and one monitor', async () => {
    const portal = await started()
    await using desktop = await portal.desktop()
    expect(await stateOf(desktop, 'input')).toEqual({
      name: 'input',
      state: 'prompt',
      remedy: expect.stringContaining('agree in the dialog'),
      route: 'org.freedesktop.portal.RemoteDesktop',
    })
    expect(portal.requests).toEqual([])
    await desktop.press('a')
    await desktop.press('Control+a')
    expect(portal.requests).toEqual(ASKED)
    expect(portal.options('SelectDevices')).toMatchObject([{ types: 3 }])
    expect(portal.options('SelectSources')).toMatchObject([{ types: 1, multiple: false, cursor_mode: 1 }])
    const [request, ...others] = ['CreateSession', 'SelectDevices', 'SelectSources', 'Start'].map(
      (member) => portal.options(member)[0]?.handle_token,
    )
    expect(request).toMatch(/^surehand_[0-9a-f]{32}$/)
    expect(new Set([request, ...others]).size).toBe(4)
    expect(await desktop.permissions()).toMatchObject([
      { name: 'accessibility', state: 'granted' },
      { name: 'input', state: 'granted', route: 'org.freedesktop.portal.RemoteDesktop' },
      { name: 'screen', state: 'granted', route: 'org.freedesktop.portal.ScreenCast' },
    ])
    await desktop.dispose()
    await expect.poll(() => portal.requests.at(-1)).toBe('Session.Close')
  })

  test('makes the keys, the text, the places, the buttons and the notches that it is asked for', async () => {
    const portal = await started()
    await using desktop = await portal.desktop()
    await desktop.type('aB')
    await desktop.press('Control+a')
    await desktop.mouse.move(640, 20)
    // What would be clicked has to be known to the SDK. The wheel and buttons get here with the places of elements, which no portal tells.
    const steps: NativeInputStep[] = [
      { kind: 'down', button: 3 },
      { kind: 'up', button: 3 },
      { kind: 'wheel', x: 0, y: 2 },
      { kind: 'wheel', x: -1, y: 0 },
    ]
    const { native } = (desktop.mouse as unknown as { desktop: { native: NativeDesktop } }).desktop
    await native.input(steps, {}, { timeout: PATIENCE })
    const control = [`Keysym ${KEYS.Control} 1`, ...strike(KEYS.a), `Keysym ${KEYS.Control} 0`]
    const typed = [...strike(KEYS.a), ...strike(KEYS.B), ...control]
    expect(portal.events.slice(0, typed.length)).toEqual(typed)
    const pointed = portal.events.slice(typed.length)
    expect(pointed.filter((event) => event.startsWith('Button'))).toEqual(['Button 273 1', 'Button 273 0'])
    expect(pointed.filter((event) => event.startsWith('Axis'))).toEqual(['AxisDiscrete 0 2', 'AxisDiscrete 1 -1'])
    const last = pointed.filter((event) => event.startsWith('Motion')).at(-1)
    expect(last).toBe('MotionAbsolute 42 640 20')
  })

  test('counts places from the corner of the display that it casts, and is asked for none beyond it', async () => {
    const portal = await started({ place: [100, 50, 1180, 750] })
    await using desktop = await portal.desktop()
    await desktop.mouse.move(640, 60)
    await desktop.mouse.move(5000, 5000)
    const other = { code: 'UNSUPPORTED', message: expect.stringContaining('1180 x 750 at 100, 50') }
    await expect(desktop.mouse.move(99, 60)).rejects.toMatchObject(other)
    const whole = { code: 'UNSUPPORTED', sent: 'no', message: expect.stringContaining('shared one display') }
    await expect(desktop.screenshot()).rejects.toMatchObject(whole)
    expect(portal.events).toEqual(['MotionAbsolute 42 540 10', 'MotionAbsolute 42 1179 749'])
  })

  test('that does not say where the display is that it casts: it is the only one, for each move', async () => {
    const portal = await started({ place: null })
    await using desktop = await portal.desktop()
    const { native } = (desktop.mouse as unknown as { desktop: { native: NativeDesktop } }).desktop
    const steps: NativeInputStep[] = [
      { kind: 'move', x: 10, y: 20 },
      { kind: 'move', x: 30, y: 40 },
    ]
    await native.input(steps, {}, { timeout: PATIENCE })
    expect(portal.events).toEqual(['MotionAbsolute 42 10 20', 'MotionAbsolute 42 30 40'])
  })

  test('gets keys for an element while its application says that it has the keyboard', async () => {
    const portal = await started()
    await using desktop = await portal.desktop()
    const [first, second] = [await Form.start(session, 'gtk3'), await Form.start(session, 'gtk3')]
    const field = (form: Form) => desktop.app({ pid: form.pid }).then((app) => app.getByLabel('Customer'))
    await (await field(second)).press('a')
    expect(portal.events).toEqual(strike(KEYS.a))
    const behind = { code: 'UNSUPPORTED', sent: 'no', message: expect.stringContaining('does not have the keyboard') }
    await expect((await field(first)).press('a')).rejects.toMatchObject(behind)
    expect(portal.events).toEqual(strike(KEYS.a))
    const noWindows = { code: 'UNSUPPORTED', sent: 'no', message: expect.stringContaining('where windows are') }
    await expect((await field(second)).hover()).rejects.toMatchObject(noWindows)
    const capabilities = await desktop.capabilities()
    const lacking = capabilities.filter(({ reason }) => reason.includes('where windows are')).map(({ name }) => name)
    expect(lacking).toEqual(['windowAt', 'foreground', 'arrange'])
    for (const form of [first, second]) await form.end()
  })

  test.each([
    ['refuse', 'the person who was asked refused it'],
    ['end', 'without an answer of a person'],
  ] as const)('that answers "%s" is PERMISSION_DENIED, and not asked again by this desktop', async (start, why) => {
    const portal = await started({ start })
    await using desktop = await portal.desktop()
    const denied = { code: 'PERMISSION_DENIED', sent: 'no', message: expect.stringContaining(why) }
    await expect(desktop.press('a')).rejects.toMatchObject(denied)
    await expect(desktop.mouse.move(5, 5)).rejects.toMatchObject(denied)
    await expect(desktop.screenshot()).rejects.toMatchObject(denied)
    expect(await stateOf(desktop, 'input')).toMatchObject({ state: 'denied', remedy: expect.stringContaining(why) })
    // Whom no person refused is asked once more, without a screen.
    const again = start === 'end' ? [...ASKED.filter((member) => member !== 'SelectSources'), 'Session.Close'] : []
    const asked = [...ASKED, 'Session.Close', ...again]
    await expect.poll(() => portal.requests).toEqual(asked)
    await using other = await portal.desktop()
    await expect(other.press('a')).rejects.toMatchObject(denied)
    await expect.poll(() => portal.requests).toEqual([...asked, ...asked])
    expect(portal.events).toEqual([])
  })

  test('that waits for a person is a TIMEOUT that says so, or ABORTED, and its dialog is closed', async () => {
    const portal = await started({ start: 'silent' })
    await using desktop = await portal.desktop()
    const late = { code: 'TIMEOUT', sent: 'no', message: expect.stringContaining('asks in a dialog') }
    await expect(desktop.press('a', { timeout: 500 })).rejects.toMatchObject(late)
    await expect.poll(() => portal.requests).toEqual([...ASKED, 'Request.Close', 'Session.Close'])
    const stop = new AbortController()
    const aborted = expect(desktop.press('a', { signal: stop.signal })).rejects.toMatchObject({ code: 'ABORTED' })
    await expect.poll(() => portal.requests.filter((member) => member === 'Start')).toHaveLength(2)
    stop.abort()
    await aborted
    await expect.poll(() => portal.requests.filter((member) => member === 'Request.Close')).toHaveLength(2)
    expect(portal.events).toEqual([])
  })

  test('whose person stops sharing is PERMISSION_DENIED until the desktop is opened again', async () => {
    const portal = await started({ revokes: 4 })
    await using desktop = await portal.desktop()
    await desktop.press('a')
    await desktop.press('a')
    const denied = { code: 'PERMISSION_DENIED', sent: 'no', message: expect.stringContaining('stops sharing') }
    await expect(desktop.press('a')).rejects.toMatchObject(denied)
    await expect(desktop.screenshot()).rejects.toMatchObject(denied)
    expect(portal.events).toHaveLength(4)
    await using other = await portal.desktop()
    await other.press('a')
    expect(portal.events).toHaveLength(6)
  })

  test('whose person stops sharing in the middle of a text ends it there, and says that some of it was sent', async () => {
    const portal = await started({ revokes: 5 })
    await using desktop = await portal.desktop()
    await expect(desktop.type('aaaaaaaa')).rejects.toMatchObject({ code: 'PERMISSION_DENIED', sent: 'unknown' })
    expect(portal.events).toHaveLength(5)
  })

  test('that ends is NO_DESKTOP', async () => {
    const portal = await started({ vanishes: 3 })
    await using desktop = await portal.desktop()
    await desktop.press('a')
    const gone = { code: 'NO_DESKTOP', message: expect.stringContaining('open the desktop again') }
    await expect(desktop.press('a')).rejects.toMatchObject(gone)
    await expect(desktop.press('a')).rejects.toMatchObject({ ...gone, sent: 'no' })
    await expect(desktop.screenshot()).rejects.toMatchObject(gone)
  })

  test('that ends while a person is asked is NO_DESKTOP', async () => {
    const portal = await started({ start: 'silent' })
    await using desktop = await portal.desktop()
    const gone = expect(desktop.press('a')).rejects.toMatchObject({ code: 'NO_DESKTOP', sent: 'no' })
    await expect.poll(() => portal.requests).toEqual(ASKED)
    await portal.end()
    await gone
  })

  test.each(['types', 'reordered'] as const)('that answers nonsense (%s) is REFUSED', async (start) => {
    const portal = await started({ start })
    await using desktop = await portal.desktop()
    await expect(desktop.press('a')).rejects.toMatchObject({ code: 'REFUSED', sent: 'no' })
    expect(portal.events).toEqual([])
  })

  test.each(['refuse', 'grant'] as const)('is the only one whose signals count (%s)', async (start) => {
    const portal = await started({ start, forged: true })
    await using desktop = await portal.desktop()
    const pressed = desktop.press('a')
    if (start === 'grant') await pressed
    else await expect(pressed).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(portal.log.filter(({ forged }) => forged)).toHaveLength(4)
    expect(portal.events).toEqual(start === 'grant' ? strike(KEYS.a) : [])
  })

  test.each([
    ['grants no screen', { streams: false }, 'shared no screen'],
    ['casts no monitor', { sources: 2, streams: false }, 'casts no monitor'],
    ['ends what asks for a screen', { start: 'without' }, 'is PipeWire running?'],
  ] as const)('that %s gives keys, and says why there are no places and pictures', async (_, plan, why) => {
    const portal = await started(plan)
    await using desktop = await portal.desktop()
    await desktop.press('a')
    const refused = { code: 'UNSUPPORTED', sent: 'no', message: expect.stringContaining(why) }
    await expect(desktop.mouse.move(5, 5)).rejects.toMatchObject(refused)
    await expect(desktop.screenshot()).rejects.toMatchObject(refused)
    expect(await stateOf(desktop, 'screen')).toMatchObject({ state: 'denied', remedy: expect.stringContaining(why) })
    expect(await stateOf(desktop, 'input')).toMatchObject({ state: 'granted' })
    expect(portal.events).toEqual(strike(KEYS.a))
  })

  test.each([
    [0, 'no keyboard', 'no keyboard'],
    [1, '', 'no pointer'],
    [2, 'no keyboard', ''],
  ])('that grants the devices %i denies the others', async (devices, keys, pointer) => {
    const portal = await started({ devices })
    await using desktop = await portal.desktop()
    const calls = [
      [() => desktop.press('a'), keys],
      [() => desktop.mouse.move(5, 5), pointer],
    ] as const
    for (const [call, why] of calls) {
      const denied = { code: 'PERMISSION_DENIED', sent: 'no', message: expect.stringContaining(why) }
      if (why === '') await call()
      else await expect(call()).rejects.toMatchObject(denied)
    }
  })

  test('without PipeWire has keys, and refuses a picture with what it said', async () => {
    const portal = await started()
    await using desktop = await portal.desktop()
    const refused = { code: 'REFUSED', message: expect.stringContaining('there is no PipeWire here') }
    await expect(desktop.screenshot()).rejects.toMatchObject(refused)
    await desktop.press('a')
    expect(portal.requests).toEqual([...ASKED, 'OpenPipeWireRemote'])
  })

  test('is used where nothing else is known of the compositor', async () => {
    const portal = await started()
    const { SWAYSOCK: _, ...environment } = session.environment
    await using desktop = await Desktop.open({ backend: 'linux', environment, defaultTimeout: PATIENCE })
    await desktop.press('a')
    expect(portal.events).toEqual(strike(KEYS.a))
  })

  describe('has the clipboard', () => {
    const UTF8 = 'text/plain;charset=utf-8'
    const WORDS = 'Grüße 世界 😀'
    const WITH_CLIPBOARD = ['CreateSession', 'SelectDevices', 'SelectSources', 'RequestClipboard', 'Start']
    const capability = async (desktop: Desktop) =>
      (await desktop.capabilities()).find(({ name }) => name === 'clipboard')

    test.each([
      ['a few words', 1],
      ['1 MB', 60_000],
    ])('that is asked for with all else, and reads and hands out %s', async (_, times) => {
      const text = WORDS.repeat(times)
      const portal = await started({
        clipboard: 'grant',
        copied: { [UTF8]: WORDS },
        times,
        pastes: [UTF8, 'image/png', UTF8],
      })
      await using desktop = await portal.desktop()
      expect(await capability(desktop)).toMatchObject({ available: true })
      expect(portal.requests).toEqual([])
      expect(await desktop.clipboard.read()).toBe(text)
      expect(portal.requests).toEqual([...WITH_CLIPBOARD, 'SelectionRead'])
      await desktop.press('a')
      const own = `${text}!`
      await desktop.clipboard.write(own)
      // What is copied here is not read through the portal.
      expect(await desktop.clipboard.read()).toBe(own)
      await expect.poll(() => portal.log.filter(({ pasted }) => pasted !== undefined)).toHaveLength(2)
      const pasted = portal.log.filter(({ serial }) => serial !== undefined)
      const [length, beginning] = [[...own].length, [...own].slice(0, 100).join('')]
      expect(pasted.map(({ serial }) => serial).sort()).toEqual([1, 3])
      for (const each of pasted) expect(each).toMatchObject({ size: length, pasted: beginning })
      const done = () => portal.log.filter(({ member }) => member === 'SelectionWriteDone')
      await expect
        .poll(() => done().map((call) => call.arguments?.slice(1)))
        .toEqual([
          [1, true],
          [2, false],
          [3, true],
        ])
      expect(portal.requests.filter((member) => member === 'Start')).toHaveLength(1)
    })

    test('empty where nothing was copied, and UNSUPPORTED as a text where something else was', async () => {
      const empty = await started({ clipboard: 'grant' })
      await using desktop = await empty.desktop()
      expect(await desktop.clipboard.read()).toBe('')
      const picture = await started({ clipboard: 'grant', copied: { 'image/png': 'x' } })
      await using other = await picture.desktop()
      await expect(other.clipboard.read()).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    })

    test.each([
      ['withhold', 'PERMISSION_DENIED', 'granted no clipboard'],
      ['error', 'REFUSED', 'Invalid state'],
    ] as const)('not where the desktop gives none (%s): it says so, and gives keys', async (clipboard, code, why) => {
      const portal = await started({ clipboard })
      await using desktop = await portal.desktop()
      const none = { code, message: expect.stringContaining(why) }
      await expect(desktop.clipboard.read()).rejects.toMatchObject(none)
      await expect(desktop.clipboard.write('a')).rejects.toMatchObject(none)
      expect(await capability(desktop)).toMatchObject({ available: false, reason: expect.stringContaining(why) })
      await desktop.press('a')
      expect(portal.events).toEqual(strike(KEYS.a))
    })

    test('that a person refuses is PERMISSION_DENIED, as all else', async () => {
      const portal = await started({ clipboard: 'grant', start: 'refuse' })
      await using desktop = await portal.desktop()
      const denied = { code: 'PERMISSION_DENIED', message: expect.stringContaining('refused it') }
      await expect(desktop.clipboard.read()).rejects.toMatchObject(denied)
      await expect(desktop.clipboard.write('a')).rejects.toMatchObject(denied)
      expect(await capability(desktop)).toMatchObject({ available: false })
    })

    test.each([
      ['the dialog', { clipboard: 'grant', start: 'silent' }, 'asks in a dialog'],
      ['RequestClipboard', { clipboard: 'silent' }, ''],
      ['SelectionRead', { clipboard: 'grant', copied: { [UTF8]: 'a' }, reads: 'silent' }, ''],
      ['the pipe', { clipboard: 'grant', copied: { [UTF8]: 'a' }, reads: 'stuck' }, 'to hand it out'],
    ] as const)('that has no answer (%s) is a TIMEOUT at the deadline', async (_, plan, why) => {
      const portal = await started(plan)
      await using desktop = await portal.desktop({ defaultTimeout: 1_500 })
      const late = { code: 'TIMEOUT', message: expect.stringContaining(why) }
      await expect(desktop.clipboard.read()).rejects.toMatchObject(late)
    })

    test('that gives a number instead of a pipe is REFUSED', async () => {
      const portal = await started({ clipboard: 'grant', copied: { [UTF8]: 'a' }, reads: 'number' })
      await using desktop = await portal.desktop()
      await expect(desktop.clipboard.read()).rejects.toMatchObject({ code: 'REFUSED' })
    })

    test('until a person stops sharing, in the middle of a read or before it', async () => {
      const denied = { code: 'PERMISSION_DENIED', message: expect.stringContaining('stops sharing') }
      const during = await started({ clipboard: 'grant', copied: { [UTF8]: 'a' }, reads: 'revoked' })
      await using desktop = await during.desktop()
      await expect(desktop.clipboard.read()).rejects.toMatchObject(denied)
      await expect(desktop.press('a')).rejects.toMatchObject(denied)
      const before = await started({ clipboard: 'grant', copied: { [UTF8]: 'a' }, revokes: 2 })
      await using other = await before.desktop()
      expect(await other.clipboard.read()).toBe('a')
      await other.press('a')
      await expect(other.clipboard.read()).rejects.toMatchObject(denied)
      await expect(other.clipboard.write('b')).rejects.toMatchObject(denied)
    })

    test('whose signals count only when they are its own, and of this session', async () => {
      const portal = await started({ clipboard: 'grant', copied: { [UTF8]: WORDS }, pastes: [UTF8], forged: true })
      await using desktop = await portal.desktop()
      expect(await desktop.clipboard.read()).toBe(WORDS)
      await desktop.clipboard.write('mine')
      await expect.poll(() => portal.log.filter(({ pasted }) => pasted !== undefined)).toHaveLength(1)
      const serials = portal.log.filter(({ member }) => member === 'SelectionWrite').map((call) => call.arguments?.[1])
      expect(serials).toEqual([1])
    })

    test("by the compositor's own protocol where the portal has none", async () => {
      const portal = await started()
      await using desktop = await portal.desktop()
      await desktop.clipboard.write(WORDS)
      expect(await desktop.clipboard.read()).toBe(WORDS)
      expect(portal.requests).toEqual([])
    })
  })

  describe('keeps the consent', () => {
    let state: string
    const kept = () => join(state, 'surehand', 'portal-restore-token')
    beforeAll(async () => {
      state = join(await mkdtemp(join(session.directory, 'state-')), 'state')
    })
    const press = async (portal: SimulatedPortal) => {
      await using desktop = await portal.desktop({ environment: { XDG_STATE_HOME: state } })
      await desktop.press('a')
    }

    test('of a portal without restore tokens not at all', async () => {
      const portal = await started()
      await press(portal)
      expect(portal.options('SelectDevices')[0]).not.toHaveProperty('persist_mode')
      expect(existsSync(state)).toBe(false)
    })

    test('in a file of this user alone, for one use', async () => {
      const first = await started({ renews: 'one' })
      await press(first)
      expect(first.options('SelectDevices')[0]).toMatchObject({ persist_mode: 2 })
      expect(first.options('SelectDevices')[0]).not.toHaveProperty('restore_token')
      expect(readFileSync(kept(), 'utf8')).toBe('one')
      expect(statSync(kept()).mode & 0o777).toBe(0o600)
      expect(statSync(join(state, 'surehand')).mode & 0o777).toBe(0o700)
      const second = await started({ renews: 'two' })
      await press(second)
      expect(second.options('SelectDevices')).toMatchObject([{ restore_token: 'one' }])
      expect(readFileSync(kept(), 'utf8')).toBe('two')
      expect(readdirSync(join(state, 'surehand'))).toEqual(['portal-restore-token'])
    })

    test.each(['token', 'restored'] as const)('until the portal rejects it (%s), and asks again', async (rejects) => {
      await writeFile(kept(), 'stale')
      const portal = await started({ renews: 'three', rejects })
      await press(portal)
      const asked = portal.options('SelectDevices')
      expect(asked).toMatchObject([{ restore_token: 'stale' }, { persist_mode: 2 }])
      expect(asked[1]).not.toHaveProperty('restore_token')
      expect(readFileSync(kept(), 'utf8')).toBe('three')
    })

    test('until a person refuses', async () => {
      const portal = await started({ renews: 'four', start: 'refuse' })
      await writeFile(kept(), 'three')
      await expect(press(portal)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
      expect(portal.options('SelectDevices')).toMatchObject([{ restore_token: 'three' }])
      expect(existsSync(kept())).toBe(false)
    })

    test.each([
      ['of control characters', 'a\nb'],
      ['of 5000 characters', 'a'.repeat(5000)],
    ])('not as a token %s', async (_, token) => {
      const portal = await started({ renews: token })
      await press(portal)
      expect(existsSync(kept())).toBe(false)
      await writeFile(kept(), token)
      await press(portal)
      for (const options of portal.options('SelectDevices')) expect(options).not.toHaveProperty('restore_token')
    })

    test('for an input that is denied where it cannot be written, too', async () => {
      state = join(session.directory, 'nothing')
      await writeFile(state, '')
      const portal = await started({ renews: 'five' })
      await press(portal)
      expect(portal.events).toEqual(strike(KEYS.a))
    })
  })
})

describe.skipIf(skipped !== '')(`Wayland with a portal${skipped && ` (skipped: ${skipped})`}`, () => {
  test('without a portal SUREHAND_WAYLAND=portal is UNSUPPORTED and names it, as another value is', async () => {
    await using session = await HeadlessSession.start({ display: 'wayland', timeout: PATIENCE })
    const opened = (environment: Record<string, string>) => Desktop.open({ backend: 'linux', environment })
    await using desktop = await opened(portalEnvironment(session))
    const none = { code: 'UNSUPPORTED', message: expect.stringContaining('install xdg-desktop-portal') }
    await expect(desktop.press('a')).rejects.toMatchObject(none)
    await using other = await opened({ ...session.environment, SUREHAND_WAYLAND: 'libei' })
    const unknown = { code: 'UNSUPPORTED', message: expect.stringContaining('"libei"') }
    await expect(other.press('a')).rejects.toMatchObject(unknown)
  })

  test.each(['silent', 'grant'] as const)(
    'a compositor that ends is NO_DESKTOP (simulated portal: %s)',
    async (start) => {
      await using session = await HeadlessSession.start({ display: 'wayland', timeout: PATIENCE })
      await session.desktop()
      const portal = await SimulatedPortal.start(session, { start })
      await using desktop = await portal.desktop()
      const exit = () => spawnSync('swaymsg', ['exit'], { env: { ...session.environment } })
      const gone = { code: 'NO_DESKTOP', message: expect.stringContaining('compositor'), sent: 'no' }
      if (start === 'silent') {
        const pressed = expect(desktop.press('a')).rejects.toMatchObject(gone)
        await expect.poll(() => portal.requests).toContain('Start')
        exit()
        await pressed
      } else {
        await desktop.press('a')
        exit()
        await expect(desktop.press('a')).rejects.toMatchObject(gone)
        await expect(desktop.mouse.move(5, 5)).rejects.toMatchObject(gone)
        await expect(desktop.screenshot()).rejects.toMatchObject(gone)
      }
      await portal.end()
    },
  )
})
