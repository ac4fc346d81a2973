import { describe, expect, test } from 'vitest'
import { type PolicyOptions, policy } from '../../lib/agent/policy/index.js'
import { Desktop, type SimulatedNode, type World } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { verbs, world } from './every-verb.js'
import { failure, window } from './program.js'

// That a policy is asked, whatever the verb and the route, on the simulated desktop, which says what it received.

const terminal: World = {
  applications: [
    {
      name: 'Terminal',
      executable: 'xterm',
      windows: [window({ role: 'textbox', name: 'Line', value: '' }, { role: 'button', name: 'Delete' })],
    },
  ],
  launchable: { bash: { name: 'Shell', windows: [window()] }, rm: { name: 'rm', windows: [window()] } },
}

async function open(of: World, options: PolicyOptions): Promise<Desktop> {
  return Desktop.open({ world: of, hooks: policy(options), defaultTimeout: PATIENCE })
}

// The clipboard is nobody's, and a picture or a file on it is nothing that is run.
const judged = verbs.filter(([type]) => !['clipboard.writeImage', 'clipboard.writeFiles'].includes(type))

describe.each(judged)('%s', (type, verb, act) => {
  test('asks the policy', async () => {
    // No application may be used, and nothing that anybody typed or copied goes to nobody in particular.
    await using desktop = await open(world, { apps: { allow: [] } })
    const app = await desktop.app('Program')
    const place = { desktop, app, window: await app.window({ title: 'Main' }) }
    // The clipboard is nobody's: what is put there is judged by what it is.
    const done = type === 'clipboard.write' ? desktop.clipboard.write('rm -rf /') : act(place)
    const error = await failure(done)
    expect(error).toMatchObject({ code: 'REFUSED', sent: 'no', details: { verb } })
    expect(error.details.rule).toBe(type === 'clipboard.write' ? 'delete-root' : 'apps')
    expect(desktop.simulation?.received()).toEqual([])
  })
})

const harmful = 'r"m" -rf / # swordfish'

describe('a text that deletes everything', () => {
  test.each<[string, (desktop: Desktop) => Promise<unknown>]>([
    ['type', async (desktop) => (await desktop.app('Terminal')).locator('role:textbox').pressSequentially(harmful)],
    ['fill', async (desktop) => (await desktop.app('Terminal')).locator('role:textbox').fill(harmful)],
    [
      'fill by keys',
      async (desktop) => (await desktop.app('Terminal')).locator('role:textbox').fill(harmful, { route: 'input' }),
    ],
    ['insertText', async (desktop) => (await desktop.app('Terminal')).locator('role:textbox').insertText(harmful)],
    ['window.type', async (desktop) => (await (await desktop.app('Terminal')).window()).type(harmful)],
    ['desktop.type', (desktop) => desktop.type(harmful)],
    ['clipboard.write', (desktop) => desktop.clipboard.write(harmful)],
    ['launch', (desktop) => desktop.launch({ command: 'bash', args: ['-c', harmful] })],
    ['launch by itself', (desktop) => desktop.launch({ command: 'rm', args: ['-rf', '/'] })],
  ])('is refused by %s, and stands in no error', async (_, act) => {
    await using desktop = await open(terminal, {})
    const error = await failure(act(desktop))
    expect(error).toMatchObject({ code: 'REFUSED', sent: 'no', details: { rule: 'delete-root' } })
    expect(JSON.stringify(error) + error.stack + error.message).not.toMatch(/swordfish|r"m"/)
    // It may have been given the keyboard before.
    expect(desktop.simulation?.received().filter(({ what }) => what !== 'focus')).toEqual([])
  })

  test('is refused where its last part is typed', async () => {
    await using desktop = await open(terminal, { ask: () => true })
    const app = await desktop.app('Terminal')
    await app.locator('role:textbox').pressSequentially('rm -rf ')
    expect(await failure((await app.window()).type('/'))).toMatchObject({ code: 'REFUSED' })
    expect(await app.locator('role:textbox').inputValue()).toBe('rm -rf ')
  })

  test('and key by key', async () => {
    await using desktop = await open(terminal, { ask: () => true })
    const line = (await desktop.app('Terminal')).locator('role:textbox')
    for (const key of ['r', 'm', 'Space', '-', 'r', 'Space']) await line.press(key)
    expect(await failure(line.press('/'))).toMatchObject({ code: 'REFUSED', details: { rule: 'delete-root' } })
  })
})

test('what a program is launched with in its environment is judged, and no value of it stands in an error', async () => {
  await using desktop = await open(terminal, {})
  const launch = (env: Record<string, string>) => failure(desktop.launch({ command: 'bash', args: ['-c', '$X'], env }))
  const denied = await launch({ X: harmful })
  expect(denied).toMatchObject({ code: 'REFUSED', sent: 'no', details: { rule: 'delete-root' } })
  expect(JSON.stringify(denied) + denied.message).not.toContain('swordfish')
  for (const name of ['BASH_ENV', 'LD_PRELOAD', 'PATH', 'NODE_OPTIONS']) {
    const error = await failure(desktop.launch({ command: 'bash', env: { [name]: '/tmp/x' } }))
    expect(error).toMatchObject({ code: 'REFUSED', details: { rule: 'code' }, message: expect.stringContaining(name) })
  }
  expect(desktop.simulation?.received()).toEqual([])
})

test('what is asked for takes nobody’s time, and a yes lets it be sent', async () => {
  const TAKES = 600
  const ask = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), TAKES))
  await using desktop = await open(terminal, { ask })
  const receipt = await (await desktop.app('Terminal')).locator('name:Delete').click({ timeout: TAKES / 2 })
  expect(receipt.duration).toBeLessThan(TAKES)
  expect(desktop.simulation?.received()).toMatchObject([{ what: 'press' }])
})

test('keys are asked about like the entry that has them as its shortcut, whoever sends them', async () => {
  const entry: SimulatedNode = { role: 'menuitem', name: 'Send', shortcut: 'Shift+Control+Enter', visible: false }
  const mail = { name: 'Mail', executable: 'mail', windows: [window({ role: 'textbox', name: 'Body' }, entry)] }
  const asked: string[] = []
  const ask = ({ reason }: { reason: string }) => {
    asked.push(reason)
    return 'the person said no'
  }
  await using desktop = await open({ applications: [mail] }, { ask })
  const app = await desktop.app('mail')
  const body = app.locator('name:Body')
  await body.focus()
  const main = await app.window()
  const send = 'Control+Shift+Enter'
  for (const call of [() => body.press(send), () => main.press(send), () => desktop.press(send)]) {
    const error = await failure(call())
    expect(error).toMatchObject({ code: 'REFUSED', sent: 'no', details: { rule: 'named-so' } })
    expect(error.message).toContain('and the person said no')
    expect(asked.pop()).toBe('these keys press "Send", which by its name is there to send')
  }
  expect(asked).toEqual([])
  expect(desktop.simulation?.received().filter(({ what }) => what === 'key')).toEqual([])
  await body.press('Control+b')
  expect(asked).toEqual([])
})

test('without somebody to ask nothing is sent', async () => {
  await using desktop = await open(terminal, {})
  const error = await failure((await desktop.app('Terminal')).locator('name:Delete').click())
  expect(error).toMatchObject({ code: 'REFUSED', details: { rule: 'named-so' } })
  expect(error.message).toContain('by its name it is there to delete, and no person can be asked')
  expect(desktop.simulation?.received()).toEqual([])
})
