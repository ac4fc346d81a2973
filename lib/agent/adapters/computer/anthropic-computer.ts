import { SurehandError } from '../../../sdk/errors.js'
import type { ComputerAction, Pixel } from './action.js'
import { type Computer, wrong } from './computer-adapter.js'
import { chordsOf, heldOf } from './keys.js'

// Anthropic makes what is larger smaller before the model sees it, which then gives points of that smaller picture.
const LARGEST = 1_568

// Held down by themselves, or asked where they are: a pointer is moved and pressed in one go here.
const NOT_HERE = ['left_mouse_down', 'left_mouse_up', 'hold_key', 'cursor_position'] as const

/** For `client.beta.messages` with `betas: ['computer-use-2025-11-24']`. */
export function anthropicComputerTool(computer: Computer) {
  const { width, height } = measured(computer)
  return {
    type: 'computer_20251124',
    name: 'computer',
    display_width_px: width,
    display_height_px: height,
    enable_zoom: true,
  } as const
}

/** For `client.messages`: the same actions as a toolset, without those that there are not here. */
export function anthropicComputerToolset(computer: Computer) {
  measured(computer)
  const off = { enabled: false } as const
  return {
    type: 'computer_toolset_20260801',
    configs: { left_mouse_down: off, left_mouse_up: off, hold_key: off, cursor_position: off },
  } as const
}

function measured({ width, height }: Computer): { width: number; height: number } {
  if (Math.max(width, height) <= LARGEST) return { width, height }
  throw new SurehandError(
    'UNSUPPORTED',
    `Pictures of this display are ${width}×${height}; Anthropic makes them smaller than ${LARGEST}, and points would miss. ` +
      'Open the computer with a smaller `maxDimension`, or on a smaller display.',
    { width, height },
  )
}

/** What `computer_20251124` and the computer toolset ask for. */
export interface ComputerInput {
  action: string
  coordinate?: number[] | null
  start_coordinate?: number[] | null
  region?: number[] | null
  text?: string | null
  scroll_direction?: 'up' | 'down' | 'left' | 'right'
  scroll_amount?: number
  duration?: number
  repeat?: number | null
}

const CLICKS: Readonly<Record<string, { button: 'left' | 'middle' | 'right'; count: number }>> = {
  left_click: { button: 'left', count: 1 },
  right_click: { button: 'right', count: 1 },
  middle_click: { button: 'middle', count: 1 },
  double_click: { button: 'left', count: 2 },
  triple_click: { button: 'left', count: 3 },
}

export function actionOf(input: ComputerInput): ComputerAction {
  const { action, text } = input
  const click = CLICKS[action]
  const at = input.coordinate ? { at: pixelOf('coordinate', input.coordinate) } : {}
  if (click !== undefined) return { kind: 'click', ...at, ...click, hold: heldOf(text) }
  switch (action) {
    case 'screenshot':
      return { kind: 'screenshot' }
    case 'zoom': {
      const [left, top, right, bottom] = input.region ?? []
      return { kind: 'zoom', from: pixelOf('region', [left, top]), to: pixelOf('region', [right, bottom]) }
    }
    case 'mouse_move':
      return { kind: 'move', at: pixelOf('coordinate', input.coordinate) }
    case 'left_click_drag': {
      const path = [pixelOf('start_coordinate', input.start_coordinate), pixelOf('coordinate', input.coordinate)]
      return { kind: 'drag', path, hold: heldOf(text) }
    }
    case 'scroll':
      return { kind: 'scroll', ...at, ...notches(input), hold: heldOf(text) }
    case 'type':
      return { kind: 'type', text: textOf(input) }
    case 'key': {
      const chords = chordsOf(textOf(input))
      return { kind: 'key', keys: Array.from({ length: input.repeat ?? 1 }, () => chords).flat() }
    }
    case 'wait':
      return { kind: 'wait', ms: Math.round((input.duration ?? 1) * 1_000) }
    default:
      throw NOT_HERE.includes(action as (typeof NOT_HERE)[number])
        ? wrong(`${action} is not to be had: use left_click, left_click_drag or key`)
        : wrong(`there is no action ${action}`)
  }
}

function pixelOf(name: string, given: readonly (number | undefined)[] | null | undefined): Pixel {
  const [x, y] = given ?? []
  if (typeof x === 'number' && typeof y === 'number') return { x, y }
  throw wrong(`${name} has to be numbers of pixels`)
}

function textOf({ action, text }: ComputerInput): string {
  if (typeof text === 'string') return text
  throw wrong(`${action} needs text`)
}

function notches({ scroll_direction = 'down', scroll_amount = 3 }: ComputerInput): { x: number; y: number } {
  const signed = scroll_direction === 'up' || scroll_direction === 'left' ? -scroll_amount : scroll_amount
  return scroll_direction === 'up' || scroll_direction === 'down' ? { x: 0, y: signed } : { x: signed, y: 0 }
}
