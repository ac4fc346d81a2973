import { expect, test } from 'vitest'
import { clickSteps, doubleClickSteps, dragSteps, pointAt } from '../../lib/sdk/action/pointer.js'
import { Desktop } from '../../lib/sdk/index.js'
import { chordSteps, heldKeys, parseChord, textSteps } from '../../lib/sdk/keys.js'
import { PATIENCE } from '../patience.js'

const kinds = (steps: { kind: string }[]) => steps.map(({ kind }) => kind)

test('a click says its button, which of a series it is, and how long it is held', () => {
  expect(clickSteps({ x: 1, y: 2 })).toEqual([
    { kind: 'move', x: 1, y: 2 },
    { kind: 'down', button: 1, click: 1 },
    { kind: 'up', button: 1, click: 1 },
  ])
  const twice = clickSteps({ x: 1, y: 2 }, { button: 'middle', clickCount: 2, delay: 30 })
  expect(kinds(twice)).toEqual(['move', 'down', 'pause', 'up', 'pause', 'down', 'pause', 'up'])
  expect(twice.slice(5)).toEqual([
    { kind: 'down', button: 2, click: 2 },
    { kind: 'pause', pause: 30 },
    { kind: 'up', button: 2, click: 2 },
  ])
  expect(
    doubleClickSteps({ x: 1, y: 2 }, { button: 'right' }).map((step) => ('click' in step ? step.click : 0)),
  ).toEqual([0, 1, 1, 0, 2, 2])
})

test('a drag goes in as many steps as were asked for, at the pace that was', () => {
  const steps = dragSteps({ x: 0, y: 0 }, { x: 10, y: -4 }, { steps: 2, delay: 5, button: 'middle' })
  expect(kinds(steps)).toEqual(['move', 'down', 'pause', 'move', 'pause', 'move', 'move', 'pause', 'up'])
  expect(steps[3]).toEqual({ kind: 'move', x: 5, y: -2 })
  expect(steps[steps.length - 1]).toEqual({ kind: 'up', button: 2 })
})

test('a drag without a given pace goes slowly enough to be taken, and rests before it drops', () => {
  const pauses = dragSteps({ x: 0, y: 0 }, { x: 80, y: 40 }).flatMap((step) =>
    step.kind === 'pause' ? [step.pause] : [],
  )
  expect(pauses).toHaveLength(9)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10)
  expect(pauses.at(-1)).toBeGreaterThan(pauses[0] as number)
})

test('a position is px, or percent of the element, whose last pixel is 100 %', () => {
  const bounds = { x: -50, y: 20, width: 101, height: 11 }
  expect(pointAt({ x: 3, y: '0%' }, bounds)).toEqual({ x: -47, y: 20 })
  expect(pointAt({ x: '50%', y: '100%' }, bounds)).toEqual({ x: 0, y: 30 })
})

test('a text with a delay is typed character by character, whatever its line ends', () => {
  expect(textSteps('a😀\r\n')).toEqual([{ kind: 'text', text: 'a😀\r\n' }])
  expect(textSteps('a😀\r\n', 20)).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'pause', pause: 20 },
    { kind: 'text', text: '😀' },
    { kind: 'pause', pause: 20 },
    { kind: 'text', text: '\n' },
  ])
})

test('a chord with a delay holds its key; keys to hold are called as in press()', () => {
  expect(kinds(chordSteps(parseChord('press', 'Control+s'), 40))).toEqual([
    'keyDown',
    'keyDown',
    'pause',
    'keyUp',
    'keyUp',
  ])
  expect(heldKeys('click', ['shift', 'Control', 'Shift', 'a'])).toEqual(['Shift', 'Control', 'a'])
  expect(() => heldKeys('click', ['Shft'])).toThrow(/there is no key 'Shft'/)
})

test('what makes no sense is refused before anything is looked for', async () => {
  const world = { applications: [{ name: 'Program', windows: [{ role: 'window' as const, name: 'Main' }] }] }
  await using desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
  const locator = (await desktop.app('Program')).locator('role:button')
  const refused = { code: 'INVALID_ARGUMENT' }
  await expect(locator.click({ button: 'back' as 'left' })).rejects.toMatchObject(refused)
  await expect(locator.click({ clickCount: 0 })).rejects.toMatchObject(refused)
  await expect(locator.click({ position: { x: '5' as '5%', y: 1 } })).rejects.toMatchObject(refused)
  await expect(locator.click({ modifiers: ['Control+a'] })).rejects.toMatchObject(refused)
  await expect(locator.pressSequentially('a', { delay: -1 })).rejects.toMatchObject(refused)
  await expect(locator.dragTo(locator, { steps: 1.5 })).rejects.toMatchObject(refused)
  await expect(locator.setCaret(-1)).rejects.toMatchObject(refused)
  await expect(locator.selectText({ start: 3, end: 2 })).rejects.toMatchObject(refused)
  // @ts-expect-error: a hover presses no button
  await expect(locator.hover({ button: 'left' })).rejects.toMatchObject(refused)
})
