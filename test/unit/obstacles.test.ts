import { expect, test } from 'vitest'
import { obstaclesOf } from '../../lib/sdk/action/steps/obstacles.js'
import { limitsOf } from '../../lib/sdk/call/limits.js'
import { type App, Desktop, type SimulatedNode, type World } from '../../lib/sdk/index.js'

// What keeps an element from being acted on is said without doing anything, and in the words of the action that fails.

const window = (...children: SimulatedNode[]): SimulatedNode => ({
  role: 'window',
  name: 'Main',
  active: true,
  bounds: { x: 0, y: 0, width: 600, height: 500 },
  children,
})
const at = (x: number, y: number) => ({ x, y, width: 80, height: 30 })

async function over(windows: SimulatedNode[], work: (app: App, desktop: Desktop) => Promise<void>): Promise<void> {
  const world: World = { applications: [{ name: 'Orders', windows }] }
  await using desktop = await Desktop.open({ world })
  await work(await desktop.app('Orders'), desktop)
}

async function obstacles(app: App, selector: string): Promise<string[]> {
  const snapshot = await app.snapshot()
  const node = snapshot.find(selector)
  if (node === undefined) throw new Error(`${selector} matches nothing`)
  const found = await obstaclesOf(app.scope, snapshot.native, node.index, limitsOf(app.scope, {}))
  return found.map(({ check, stops, seen }) => `${check}, ${stops}: ${seen}`)
}

/** What the action says that fails for it. */
async function seenBy(action: Promise<unknown>): Promise<string> {
  return action.then(
    () => 'it worked',
    (error: { details?: { seen?: string } }) => error.details?.seen ?? String(error),
  )
}

test('nothing is said of an element that can be acted on', async () => {
  await over([window({ role: 'button', name: 'Save' })], async (app) => {
    expect(await obstacles(app, 'name:Save')).toEqual([])
  })
})

test('a disabled element, a read-only field and a hidden element are said to be so', async () => {
  const hidden = {
    role: 'group' as const,
    name: 'More',
    expanded: false,
    children: [{ role: 'button' as const, name: 'Deep', visible: false }],
  }
  const shown = window(
    { role: 'button', name: 'Save', enabled: false },
    { role: 'textbox', name: 'Id', editable: false, readonly: true },
    hidden,
  )
  await over([shown], async (app) => {
    expect(await obstacles(app, 'name:Save')).toEqual(['enabled, every action: it is disabled'])
    expect(await obstacles(app, 'name:Id')).toEqual(['editable, typing: it is read-only'])
    const [deep] = await obstacles(app, 'name:Deep')
    expect(deep).toMatch(/^visible, every action: it is hidden/)
    const seen = await seenBy(app.locator('name:Deep').click({ timeout: 300 }))
    expect(deep).toBe(`visible, every action: ${seen}`)
  })
})

test('a modal dialog blocks every action, in the words of the click that fails', async () => {
  const dialog: SimulatedNode = {
    role: 'dialog',
    name: 'Sure?',
    modal: true,
    bounds: { x: 300, y: 300, width: 200, height: 100 },
    children: [{ role: 'button', name: 'Yes' }],
  }
  await over([window({ role: 'button', name: 'Save', bounds: at(20, 60) }), dialog], async (app) => {
    const [first, ...more] = await obstacles(app, 'name:Save')
    expect(more).toEqual([])
    const seen = await seenBy(app.locator('name:Save').click({ timeout: 300 }))
    expect(first).toBe(`uncovered, every action: ${seen}`)
    expect(first).toContain('dialog "Sure?" is modal and takes every click')
    expect(await obstacles(app, 'name:Yes')).toEqual([])
  })
})

test('a window of another application that lies over an element stops the pointer, and is not moved away', async () => {
  const world: World = {
    applications: [
      { name: 'Orders', windows: [window({ role: 'button', name: 'Save', bounds: at(20, 60) })] },
      { name: 'Clock', windows: [{ role: 'window', name: 'Clock', bounds: { x: 0, y: 0, width: 300, height: 300 } }] },
    ],
  }
  await using desktop = await Desktop.open({ world })
  const app = await desktop.app('Orders')
  expect(await obstacles(app, 'name:Save')).toEqual([
    'uncovered, the pointer: at 60,75 it is covered by a window of Clock',
  ])
  // An action would bring its window to the front.
  expect(await obstacles(app, 'name:Save')).toHaveLength(1)
})

test('an element without a place, and one that is scrolled out, are said to be so', async () => {
  const list: SimulatedNode = {
    role: 'list',
    name: 'Rows',
    bounds: { x: 0, y: 100, width: 200, height: 60 },
    children: [{ role: 'listitem', name: 'Far', bounds: { x: 0, y: 900, width: 200, height: 20 } }],
  }
  await over([window({ role: 'button', name: 'Nowhere', bounds: null }, list)], async (app) => {
    expect(await obstacles(app, 'name:Nowhere')).toEqual([
      'viewport, the pointer: the toolkit does not report its position on the screen',
    ])
    expect(await obstacles(app, 'name:Far')).toEqual([
      'viewport, the pointer: it is not in view, and is scrolled into view first',
    ])
  })
})
