import { describe, expect, test } from 'vitest'
import { Desktop, type SimulatedNode, type World } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { failure, window } from './program.js'

// What is about no element has the options of the other actions as far as they make sense, and refuses the rest. On the simulated
// desktop, which says what it received; launches of real programs are in test/live/launch.test.ts.

const shows = (name: string): SimulatedNode[] => [{ role: 'status', name }]
const editor = (more: object = {}) => ({ name: 'Editor', windows: [window(...shows('Ready'))], ...more })
const world: World = {
  applications: [
    {
      name: 'Program',
      windows: [
        window(
          {
            role: 'textbox',
            name: 'Field',
            on: {
              'key:Enter': [{ after: 30, set: 'said', name: 'Saved' }],
              type: [{ after: 30, set: 'said', name: 'Saved' }],
            },
          } as SimulatedNode,
          { role: 'status', key: 'said', name: 'Draft' },
        ),
      ],
    },
  ],
  launchable: {
    editor: editor(),
    broken: { name: 'Broken', faults: { exit: 20 }, windows: [{ ...window(), faults: { late: 5000 } }] },
  },
}
const open = () => Desktop.open({ world, defaultTimeout: PATIENCE })

describe('launch', () => {
  test('is verified in the application that was launched', async () => {
    await using desktop = await open()
    const app = await desktop.launch({ command: 'editor', verify: { exists: 'role:status|name:Ready' } })
    expect(app.receipt).toMatchObject({ effect: 'verified', awaited: { what: 'verify' } })
  })

  test('says VERIFY_FAILED, and where the program is that goes on', async () => {
    await using desktop = await open()
    const error = await failure(desktop.launch('editor', { verify: { exists: 'name:Other', timeout: 50 } }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown', details: { verb: 'launch' } })
    const { pid } = error.details as { pid: number }
    expect((await desktop.app({ pid })).name).toBe('Editor')
    expect(error.message).toContain(`desktop.app({ pid: ${pid} })`)
  })

  test('is tried again when the program ended before its window came, and never for one that is not there', async () => {
    await using desktop = await open()
    const error = await failure(desktop.launch('broken', { retries: 2 }))
    expect(error).toMatchObject({ code: 'APP_EXITED', details: { attempts: { length: 3 } } })
    expect(desktop.simulation?.received().filter(({ what }) => what === 'launch')).toHaveLength(3)
    const asked: string[] = []
    const strict = desktop.with({ hooks: { beforeDispatch: ({ verb }) => void asked.push(verb) } })
    await expect(strict.launch('nothing', { retries: 2 })).rejects.toMatchObject({ code: 'APP_NOT_FOUND' })
    expect(asked).toEqual(['launch'])
  })
})

describe('keys for whatever has the focus', () => {
  test('are verified in the application that has the keyboard', async () => {
    await using desktop = await open()
    await desktop.locator('process:Program >> name:Field').focus()
    const receipt = await desktop.press('Enter', { verify: { exists: 'role:status|name:Saved' } })
    expect(receipt).toMatchObject({ verb: 'press', effect: 'verified', route: 'input', heldBefore: false })
    expect(receipt.diff?.toString()).toContain('"Saved"')
    await expect(desktop.type('x', { verify: { exists: 'name:Other', timeout: 50 } })).rejects.toMatchObject({
      code: 'VERIFY_FAILED',
    })
  })

  test('are not typed again once something changed', async () => {
    await using desktop = await open()
    await desktop.locator('process:Program >> name:Field').focus()
    const typed = desktop.type('x', { retries: 1, verify: { exists: 'name:Other', timeout: 200 } })
    await expect(typed).rejects.toThrow(/It was not tried again: something changed/)
  })

  test('are not sent once another application has the keyboard', async () => {
    await using desktop = await open()
    const confirm = () => {
      desktop.simulation?.apply([{ openWindow: { role: 'window', name: 'Notice' }, application: 'Editor' }])
      return true
    }
    await desktop.launch('editor')
    await (await (await desktop.app('Program')).window()).activate()
    const before = desktop.simulation?.received().length
    const error = await failure(desktop.press('Enter', { confirm, diff: true, timeout: 300 }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'focused' } })
    expect(desktop.simulation?.received()).toHaveLength(before as number)
  })

  test('need an application to look at when they are to be verified', async () => {
    await using desktop = await Desktop.open({ world: {} })
    const error = await failure(desktop.press('Enter', { verify: { exists: 'role:dialog' } }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
  })

  test('stay hidden from who logs what is sent', async () => {
    const asked: unknown[] = []
    await using desktop = await open()
    const logged = desktop.with({ hooks: { beforeDispatch: (outgoing) => void asked.push(outgoing) } })
    await logged.type('swordfish', { diff: true })
    expect(asked).toMatchObject([{ payload: { kind: 'text', protected: true } }])
    expect(JSON.stringify(asked)).not.toContain('swordfish')
  })
})

describe('quit', () => {
  test('is tried again only when nothing was asked of the application', async () => {
    await using desktop = await open()
    const app = await desktop.launch('editor')
    desktop.simulation?.apply([{ hang: 150, application: 'Editor' } as never])
    const receipt = await app.quit({ retries: 20 })
    expect(receipt.effect).toBe('verified')
    expect(desktop.simulation?.received().filter(({ what }) => what === 'quit')).toHaveLength(1)
  })
})

describe('what makes no sense is refused with the reason', () => {
  const refused: [string, (desktop: Desktop) => Promise<unknown>, RegExp][] = [
    ['launch alternatives', (desktop) => desktop.launch('editor', { alternatives: ['vim'] } as never), /no element/],
    ['launch diff', (desktop) => desktop.launch({ command: 'editor', diff: true } as never), /no element/],
    ['press fallbacks', (desktop) => desktop.press('a', { fallbacks: [] } as never), /this window or application/],
    ['type force', (desktop) => desktop.type('a', { force: true } as never), /this window or application/],
    [
      'quit verify',
      async (desktop) => (await desktop.app('Program')).quit({ verify: { exists: 'role:dialog' } } as never),
      /has ended/,
    ],
    [
      'activate onAmbiguous',
      async (desktop) => (await desktop.app('Program')).activate({ onAmbiguous: () => undefined } as never),
      /this window or application/,
    ],
  ]
  test.each(refused)('%s', async (_, call, reason) => {
    await using desktop = await open()
    const error = await failure(call(desktop))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(reason) })
    expect(desktop.simulation?.received()).toEqual([])
  })
})
