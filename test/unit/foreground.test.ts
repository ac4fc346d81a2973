import { expect, test } from 'vitest'
import { limitsOf } from '../../lib/sdk/call/limits.js'
import { Desktop, type SimulatedNode, type World } from '../../lib/sdk/index.js'
import { focusedElement } from '../../lib/sdk/look/foreground.js'

// Where the system does not say which element has the focus, the application's tree does (Linux).

const window = (name: string, ...children: SimulatedNode[]): SimulatedNode => ({ role: 'window', name, children })
const focused = (name: string): SimulatedNode => ({ role: 'button', name, states: ['enabled', 'visible', 'focused'] })

/** The name of what has the focus in the window that has the keyboard, `Front`. */
async function focusedIn(...windows: SimulatedNode[]): Promise<string | undefined> {
  const world: World = { applications: [{ name: 'Orders', windows }] }
  await using desktop = await Desktop.open({ world })
  const app = await desktop.app('Orders')
  const limits = limitsOf(app.scope, {})
  const { native } = app.scope
  const [application] = await limits.call((own) => native.applications(own))
  const snapshot = await app.snapshot()
  const front = snapshot.native.element(snapshot.find('name:Front')?.index ?? -1)
  if (application === undefined || front === undefined) throw new Error('Orders shows no window.')
  return (await focusedElement(native, { application, window: front.identity, focused: undefined }, limits))?.name
}

test('what says in another window that it is focused does not have the keyboard', async () => {
  expect(await focusedIn(window('Front', focused('Here')), window('Behind', focused('There')))).toBe('Here')
  expect(await focusedIn(window('Front'), window('Behind', focused('There')))).toBeUndefined()
})

test('of two that say so and are not in each other, neither is named', async () => {
  expect(await focusedIn(window('Front', focused('This'), focused('That')))).toBeUndefined()
  const around: SimulatedNode = { ...focused('Around'), role: 'group', children: [focused('Inside')] }
  expect(await focusedIn(window('Front', around))).toBe('Inside')
})
