import { expect, test } from 'vitest'
import { actionOf as ofAnthropic } from '../../../lib/agent/adapters/computer/anthropic-computer.js'
import { actionOf as ofOpenAI } from '../../../lib/agent/adapters/computer/openai.js'

const at = { x: 3, y: 4 }

test.each([
  [{ action: 'screenshot' }, { kind: 'screenshot' }],
  [
    { action: 'zoom', region: [1, 2, 3, 4] },
    { kind: 'zoom', from: { x: 1, y: 2 }, to: at },
  ],
  [
    { action: 'left_click', coordinate: [3, 4] },
    { kind: 'click', at, button: 'left', count: 1, hold: [] },
  ],
  [{ action: 'left_click' }, { kind: 'click', button: 'left', count: 1, hold: [] }],
  [
    { action: 'left_click', coordinate: [3, 4], text: 'ctrl+shift' },
    { kind: 'click', at, button: 'left', count: 1, hold: ['ctrl', 'shift'] },
  ],
  [
    { action: 'right_click', coordinate: [3, 4] },
    { kind: 'click', at, button: 'right', count: 1, hold: [] },
  ],
  [
    { action: 'middle_click', coordinate: [3, 4] },
    { kind: 'click', at, button: 'middle', count: 1, hold: [] },
  ],
  [
    { action: 'double_click', coordinate: [3, 4] },
    { kind: 'click', at, button: 'left', count: 2, hold: [] },
  ],
  [
    { action: 'triple_click', coordinate: [3, 4] },
    { kind: 'click', at, button: 'left', count: 3, hold: [] },
  ],
  [
    { action: 'mouse_move', coordinate: [3, 4] },
    { kind: 'move', at },
  ],
  [
    { action: 'left_click_drag', start_coordinate: [1, 2], coordinate: [3, 4] },
    { kind: 'drag', path: [{ x: 1, y: 2 }, at], hold: [] },
  ],
  [
    { action: 'scroll', coordinate: [3, 4], scroll_direction: 'up', scroll_amount: 5 },
    { kind: 'scroll', at, x: 0, y: -5, hold: [] },
  ],
  [
    { action: 'scroll', scroll_direction: 'right', scroll_amount: 2 },
    { kind: 'scroll', x: 2, y: 0, hold: [] },
  ],
  [
    { action: 'type', text: 'Ada\n' },
    { kind: 'type', text: 'Ada\n' },
  ],
  [
    { action: 'key', text: 'ctrl+shift+T' },
    { kind: 'key', keys: ['ctrl+shift+t'] },
  ],
  [
    { action: 'key', text: 'Page_Down', repeat: 2 },
    { kind: 'key', keys: ['pagedown', 'pagedown'] },
  ],
  [
    { action: 'key', text: 'ctrl+k Return' },
    { kind: 'key', keys: ['ctrl+k', 'return'] },
  ],
  [
    { action: 'key', text: 'ctrl+minus' },
    { kind: 'key', keys: ['ctrl+-'] },
  ],
  [
    { action: 'key', text: 'Super_L' },
    { kind: 'key', keys: ['super'] },
  ],
  [
    { action: 'key', text: 'KP_Enter' },
    { kind: 'key', keys: ['enter'] },
  ],
  [
    { action: 'key', text: 'A' },
    { kind: 'key', keys: ['A'] },
  ],
  [
    { action: 'wait', duration: 0.5 },
    { kind: 'wait', ms: 500 },
  ],
] as [Parameters<typeof ofAnthropic>[0], object][])('Anthropic: %j', (input, action) => {
  expect(ofAnthropic(input)).toEqual(action)
})

test.each([
  [{ type: 'screenshot' }, { kind: 'screenshot' }],
  [
    { type: 'click', button: 'left', ...at },
    { kind: 'click', at, button: 'left', count: 1, hold: [] },
  ],
  [
    { type: 'click', button: 'wheel', ...at },
    { kind: 'click', at, button: 'middle', count: 1, hold: [] },
  ],
  [
    { type: 'click', button: 'right', ...at, keys: ['CTRL'] },
    { kind: 'click', at, button: 'right', count: 1, hold: ['ctrl'] },
  ],
  [
    { type: 'double_click', ...at, keys: null },
    { kind: 'click', at, button: 'left', count: 2, hold: [] },
  ],
  [
    { type: 'move', ...at },
    { kind: 'move', at },
  ],
  [
    { type: 'drag', path: [{ x: 1, y: 2 }, at] },
    { kind: 'drag', path: [{ x: 1, y: 2 }, at], hold: [] },
  ],
  [
    { type: 'scroll', ...at, scroll_x: 0, scroll_y: 250 },
    { kind: 'scroll', at, x: 0, y: 3, hold: [] },
  ],
  [
    { type: 'scroll', ...at, scroll_x: -10, scroll_y: 0 },
    { kind: 'scroll', at, x: -1, y: 0, hold: [] },
  ],
  [
    { type: 'type', text: 'Ada' },
    { kind: 'type', text: 'Ada' },
  ],
  [
    { type: 'keypress', keys: ['CTRL', 'A'] },
    { kind: 'key', keys: ['ctrl+a'] },
  ],
  [
    { type: 'keypress', keys: ['ENTER'] },
    { kind: 'key', keys: ['enter'] },
  ],
  [{ type: 'wait' }, { kind: 'wait', ms: 2_000 }],
] as [Parameters<typeof ofOpenAI>[0], object][])('OpenAI: %j', (input, action) => {
  expect(ofOpenAI(input)).toEqual(action)
})

test.each([
  [() => ofAnthropic({ action: 'hold_key', text: 'a', duration: 1 }), /hold_key is not to be had: use/],
  [() => ofAnthropic({ action: 'teleport' }), /there is no action teleport/],
  [() => ofAnthropic({ action: 'mouse_move' }), /coordinate has to be numbers/],
  [() => ofAnthropic({ action: 'type' }), /type needs text/],
  [() => ofOpenAI({ type: 'click', button: 'back', ...at }), /there is no button back/],
  [() => ofOpenAI({ type: 'click' }), /click needs x and y/],
])('what means nothing here is refused: %s', (read, message) => {
  expect(read).toThrow(message)
})
