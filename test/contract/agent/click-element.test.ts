import { expect, test } from 'vitest'
import type { Hooks } from '../../../lib/sdk/index.js'
import { errorOf, mail, textOf, worked } from './mail.js'

test('the call that agents know works as it stands', async () => {
  await using stage = await mail()
  const result = worked(
    await stage.call('click_element', {
      process: 'outlook',
      selector: 'role:Button|name:Reply',
      alternative_selectors: 'role:Button|name:Reply All, role:Button|automationid:btnReply',
      fallback_selectors: 'role:MenuItem|name:Reply',
      retries: 3,
      verify_element_exists: 'role:Document|name:Message',
      verify_timeout_ms: 3000,
      highlight_before_action: false,
    }),
  )
  expect(result.structuredContent).toMatchObject({ effect: 'verified', attempts: 1, element: { name: 'Reply' } })
  expect(stage.received('press')).toEqual(['Reply'])
  expect(Buffer.byteLength(textOf(result)) / 4).toBeLessThan(400)
})

test('an index of a tree that was read is that element', async () => {
  await using stage = await mail()
  const tree = worked(await stage.call('get_window_tree', { process: 'outlook', tree_output_format: 'compact_yaml' }))
  const index = Number(/#(\d+) \[Button\] Archive/.exec(textOf(tree))?.[1])
  worked(await stage.call('click_element', { index }))
  expect(stage.received('press')).toEqual(['Archive'])
  const again = errorOf(await stage.call('click_element', { index, timeout_ms: 200 }))
  expect(again).toMatchObject({ code: 'STALE', sent: 'no' })
  expect(stage.received('press')).toEqual(['Archive'])
})

test('an index whose element shows something else by now is an error, and nothing is pressed', async () => {
  await using stage = await mail()
  const tree = worked(await stage.call('get_window_tree', { process: 'outlook', tree_output_format: 'compact_yaml' }))
  const index = Number(/#(\d+) \[Listitem\] From Ann/.exec(textOf(tree))?.[1])
  stage.desktop.simulation?.apply([{ recycle: 'ann', as: 'bob' }])
  const failed = errorOf(await stage.call('click_element', { index, timeout_ms: 500 }))
  expect(failed).toMatchObject({ code: 'STALE', sent: 'no' })
  expect(stage.all().filter(({ what }) => ['press', 'click', 'select'].includes(what))).toEqual([])
})

test('a point is what shows there, of the application that was named', async () => {
  await using stage = await mail()
  const reply = await (await stage.desktop.app('outlook')).locator('id:btnReply').boundingBox()
  const [x, y] = [(reply?.x ?? 0) + 5, (reply?.y ?? 0) + 5]
  const elsewhere = errorOf(await stage.call('click_element', { process: 'notes', x, y }))
  expect(elsewhere.code).toBe('INVALID_ARGUMENT')
  expect(stage.received('press')).toEqual([])
  worked(await stage.call('click_element', { process: 'outlook', x, y, verify_element_exists: 'role:document' }))
  expect(stage.received('press')).toEqual(['Reply'])
})

test.each([
  [{}, /one of selector, index, or x and y/],
  [{ selector: 'role:button', index: 3 }, /cannot mix selector and index/],
  [{ selector: 'role:button', x: 3, y: 4 }, /cannot mix selector and point/],
  [{ index: 1, x: 3, y: 4 }, /cannot mix index and point/],
  [{ x: 3 }, /both x and y/],
  [{ index: 3, fallback_selectors: 'role:button' }, /fallback_selectors is about a selector/],
  [{ x: 3, y: 4, click_position: { x_percentage: 1, y_percentage: 1 } }, /click_position is about an element/],
])('mixed modes mean nothing: %j', async (input, message) => {
  await using stage = await mail()
  const failed = errorOf(await stage.call('click_element', { process: 'outlook', ...input }))
  expect(failed).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message), sent: 'no' })
})

test('click_type and click_position say how and where', async () => {
  const points: (number | undefined)[] = []
  const hooks: Hooks = { beforeDispatch: ({ payload }) => void (payload.kind === 'pointer' && points.push(payload.x)) }
  await using stage = await mail({ hooks })
  const bounds = await (await stage.desktop.app('outlook')).locator('name:Deaf').boundingBox()
  worked(await stage.call('click_element', { process: 'outlook', selector: 'name:Deaf', click_type: 'right' }))
  worked(await stage.call('click_element', { process: 'outlook', selector: 'name:Deaf', click_type: 'double' }))
  const position = { x_percentage: 25, y_percentage: 50 }
  const clicked = worked(
    await stage.call('click_element', { process: 'outlook', selector: 'name:Deaf', click_position: position }),
  )
  expect(clicked.structuredContent.route).toBe('input')
  expect(points.at(-1)).toBeCloseTo((bounds?.x ?? 0) + (bounds?.width ?? 0) / 4, 0)
  const seen = stage.all().filter(({ name }) => name === 'Deaf')
  expect(seen.map(({ what }) => what)).toEqual(['rightClick', 'press', 'press', 'press'])
})
