import { expect, test } from 'vitest'
import type { ToolResult } from '../../../lib/agent/index.js'
import { errorOf, mail, textOf, worked } from './mail.js'

async function stage() {
  const place = await mail({ profile: 'computer_use' })
  const use = (input: Record<string, unknown>) => place.call('computer', input)
  const number = (result: ToolResult, line: string) => {
    const found = new RegExp(`#(\\d+) ${line}`).exec(textOf(worked(result)))?.[1]
    if (found === undefined) throw new Error(`no ${line} in ${textOf(result)}`)
    return Number(found)
  }
  return { ...place, use, number, [Symbol.asyncDispose]: () => place.desktop.dispose() }
}

test('captures, clicks what is numbered, and looks again at the application that was acted on', async () => {
  await using place = await stage()
  const seen = await place.use({ action: 'capture', app: 'outlook' })
  expect(seen.content.map(({ type }) => type)).toContain('image')
  const reply = place.number(seen, 'button "Reply"')
  await (await place.desktop.app('notes')).activate()
  const clicked = await place.use({ action: 'click', element: reply, capture_after: true })
  expect(textOf(worked(clicked))).toContain('textbox "To"')
  expect(clicked.structuredContent.captured).toMatchObject({ bounds: { x: 0, y: 0, width: 800 } })
  expect(place.all().filter(({ what }) => what === 'press')).toMatchObject([{ name: 'Reply', application: 'Outlook' }])
})

test('capture_after shows the application also when what was clicked is gone', async () => {
  await using place = await stage()
  const archive = place.number(await place.use({ action: 'capture', app: 'outlook' }), 'button "Archive"')
  const clicked = worked(await place.use({ action: 'click', element: archive, capture_after: true, mode: 'ax' }))
  expect(textOf(clicked)).toContain('"Reply All"')
  const again = errorOf(await place.use({ action: 'click', element: archive }))
  expect(again).toMatchObject({ code: 'STALE', sent: 'no' })
  expect(place.received('press')).toEqual(['Archive'])
})

test('types, sets and presses keys where it is told to', async () => {
  await using place = await stage()
  const first = await place.use({ action: 'capture', app: 'outlook' })
  worked(await place.use({ action: 'click', element: place.number(first, 'button "Reply"') }))
  const second = await place.use({ action: 'capture', app: 'outlook' })
  const to = place.number(second, 'textbox "To"')
  worked(await place.use({ action: 'type', element: to, text: 'ann' }))
  expect(await (await place.desktop.app('outlook')).locator('name:To').inputValue()).toBe('ann')
  worked(await place.use({ action: 'set_value', element: to, value: 'bob' }))
  expect(await (await place.desktop.app('outlook')).locator('name:To').inputValue()).toBe('bob')
  worked(await place.use({ action: 'key', element: to, keys: '{Enter}' }))
  expect(await (await place.desktop.app('outlook')).locator('name:"Recipient taken"').count()).toBe(1)
})

test.each([
  ['right_click', 'rightClick'],
  ['double_click', 'dblclick'],
  ['middle_click', 'click'],
])('%s at a coordinate acts on what shows there', async (action, verb) => {
  await using place = await stage()
  const bounds = await (await place.desktop.app('outlook')).locator('name:Deaf').boundingBox()
  const coordinate = [(bounds?.x ?? 0) + 3, (bounds?.y ?? 0) + 3]
  const result = worked(await place.use({ action, coordinate }))
  expect(result.structuredContent).toMatchObject({ action: verb, element: { name: 'Deaf' }, route: 'input' })
})

test('drags from one element to another, and turns the wheel over one', async () => {
  await using place = await stage()
  const seen = await place.use({ action: 'capture', app: 'outlook' })
  const [from_element, to_element] = [place.number(seen, 'button "Reply"'), place.number(seen, 'button "Deaf"')]
  const dragged = worked(await place.use({ action: 'drag', from_element, to_element }))
  expect(dragged.structuredContent).toMatchObject({ action: 'dragTo', element: { name: 'Reply' } })
  const turned = worked(await place.use({ action: 'scroll', element: to_element, direction: 'down', amount: 2 }))
  expect(turned.structuredContent).toMatchObject({ action: 'scroll', element: { name: 'Deaf' } })
})

test('lists applications, brings one to the front, waits', async () => {
  await using place = await stage()
  expect(textOf(worked(await place.use({ action: 'list_apps' })))).toContain('outlook (pid 2001)')
  worked(await place.use({ action: 'focus_app', app: 'notes' }))
  expect((await place.desktop.foreground())?.app.name).toBe('Notes')
  expect(worked(await place.use({ action: 'wait', seconds: 0 })).structuredContent).toEqual({ waited_ms: 0 })
})

test.each([
  [{ action: 'click' }, /needs element or coordinate/],
  [{ action: 'click', element: 1, coordinate: [1, 2] }, /cannot be mixed/],
  [{ action: 'key', keys: 'Enter' }, /needs app or element/],
  [{ action: 'type', app: 'outlook' }, /needs text/],
  [{ action: 'fly' }, /action/],
  [{ action: 'key', keys: 'Enter', capture_after: true }, /which application/],
])('%j says what is missing, and does nothing', async (input, message) => {
  await using place = await stage()
  expect(errorOf(await place.use(input)).message).toMatch(message)
  expect(place.all().filter(({ what }) => what !== 'activate')).toEqual([])
})
