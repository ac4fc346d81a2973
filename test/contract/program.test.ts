import { afterEach, describe, expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/index.js'
import type { SimulatedNode } from '../../lib/sdk/simulated/world.js'

const button = (name: string, ...press: object[]): SimulatedNode =>
  ({ role: 'button', name, on: { press } }) as SimulatedNode

/** What a program that was launched says, and how it ends. The same on real programs: test/live/launch.test.ts. */
describe('a launched program (simulated)', () => {
  let desktop: Desktop
  afterEach(() => desktop.dispose())

  async function launch() {
    desktop = await Desktop.open({
      world: {
        launchable: {
          talker: {
            name: 'Talker',
            windows: [
              {
                role: 'window',
                name: 'Talker',
                children: [
                  button('Say', { print: 'hello\n' }, { print: 'oops\n', to: 'stderr' }),
                  button('End', { after: 50, exit: true, code: 3 }),
                  button('Crash', { exit: true, signal: 'SIGSEGV' }),
                ],
              },
            ],
          },
        },
      },
    })
    return desktop.launch('talker')
  }

  test('what it writes is told, by stream', async () => {
    const app = await launch()
    expect(await app.program?.stdout()).toBe('')
    await app.locator('role:button|name:Say').click()
    expect(await app.program?.stdout()).toBe('hello\n')
    expect(await app.program?.stderr()).toBe('oops\n')
    expect(await app.program?.exitStatus()).toBeUndefined()
  })

  test('its end is waited for and told, by code or by signal', async () => {
    const app = await launch()
    const ended = app.program?.waitForExit()
    await app.locator('role:button|name:End').click()
    expect(await ended).toEqual({ code: 3, signal: null })
    const other = await desktop.launch('talker')
    await other
      .locator('role:button|name:Crash')
      .click()
      .catch(() => {})
    expect(await other.program?.waitForExit()).toEqual({ code: null, signal: 'SIGSEGV' })
    expect(await app.program?.exitStatus()).toEqual({ code: 3, signal: null })
  })

  test('one that still runs is a TIMEOUT; a signal ends the wait; a foreign application has no program', async () => {
    const app = await launch()
    await expect(app.program?.waitForExit({ timeout: 50 })).rejects.toMatchObject({ code: 'TIMEOUT' })
    const abort = new AbortController()
    const waiting = app.program?.waitForExit({ signal: abort.signal })
    abort.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
    expect((await desktop.app('talker')).program).toBeUndefined()
  })
})

describe('a launch by displayed name (simulated)', () => {
  const named = (name: string, ...otherNames: string[]) => ({
    name,
    otherNames,
    windows: [{ role: 'window' as const, name }],
  })
  const open = () =>
    Desktop.open({
      world: {
        launchable: {
          calc: named('Taschenrechner', 'Calculator'),
          gedit: named('Text Editor'),
          mousepad: named('Text Editor'),
          notes: named('calc'),
        },
      },
    })

  test('starts what is displayed so, and is then found by the same name', async () => {
    await using desktop = await open()
    expect((await desktop.launch('calculator')).executable).toBe('Taschenrechner')
    expect((await desktop.app('Calculator')).name).toBe('Taschenrechner')
    expect(await desktop.locator('app:Calculator >> role:window').count()).toBe(1)
    expect((await desktop.launch({ name: 'Taschenrechner' })).name).toBe('Taschenrechner')
  })

  test('a command comes first, and a name is nothing but a name', async () => {
    await using desktop = await open()
    expect((await desktop.launch('calc')).name).toBe('Taschenrechner')
    expect((await desktop.launch({ name: 'calc' })).name).toBe('calc')
    await expect(desktop.launch({ name: 'gedit' })).rejects.toMatchObject({ code: 'APP_NOT_FOUND', sent: 'no' })
  })

  test('several are AMBIGUOUS, none is APP_NOT_FOUND with the nearest', async () => {
    await using desktop = await open()
    await expect(desktop.launch('Text Editor')).rejects.toMatchObject({
      code: 'AMBIGUOUS',
      sent: 'no',
      details: { candidates: [{ id: 'gedit', name: 'Text Editor' }, { id: 'mousepad' }] },
    })
    await expect(desktop.launch('Calcluator')).rejects.toThrow(/nothing to launch as "Calcluator"/)
    await expect(desktop.launch({ name: 'Taschenrechnr' })).rejects.toThrow(/did you mean "Taschenrechner"/)
  })

  test('either a command or a name', async () => {
    await using desktop = await open()
    await expect(desktop.launch({})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(desktop.launch({ name: 'calc', command: 'calc' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })
})
