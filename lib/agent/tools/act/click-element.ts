import type { ClickOptions } from '../../../sdk/action/options.js'
import type { Locator } from '../../../sdk/locator.js'
import type { ScreenPoint } from '../../../sdk/pointer/point.js'
import type { Receipt } from '../../../sdk/receipt.js'
import { act, actionResult, actOnElement } from '../../acting.js'
import { Deadline } from '../../deadline.js'
import { actOnSpot } from '../../grounding/click.js'
import { VISION_TYPES } from '../../grounding/spot.js'
import { elementActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input, type ValueOf } from '../../schema.js'
import type { Session } from '../../session.js'
import { appAt, wrong } from '../../target.js'
import { refOf } from '../../text/outline.js'
import { ACTS, type Answer, type Call, tool } from '../../tool.js'

/** Keys that may be held down during a click. */
export const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta'] as const

const inputSchema = input({
  ...elementActionOptions,
  index: {
    type: 'integer',
    minimum: 1,
    description:
      'Instead of a selector: the element of this number in a tree that was read. It has to be that element still.',
  },
  vision_type: {
    enum: [...VISION_TYPES, 'gemini'],
    description:
      'What the index is of: the tree, or what get_window_tree read besides. It is looked for anew and clicked where it is by now. Default: ui_tree.',
  },
  x: { type: 'number', description: 'Instead of a selector, with `y`: a point of the screen, in screen units.' },
  y: { type: 'number', description: 'See `x`.' },
  click_type: { enum: ['left', 'double', 'right', 'middle'], description: 'Default: left.' },
  click_position: {
    type: 'object',
    description:
      'Where in the element, in percent of its size; clicks with the pointer. Default: its action, or its middle.',
    properties: {
      x_percentage: { type: 'number', minimum: 0, maximum: 100 },
      y_percentage: { type: 'number', minimum: 0, maximum: 100 },
    },
    required: ['x_percentage', 'y_percentage'],
    additionalProperties: false,
  },
  modifiers: {
    type: 'array',
    items: { enum: MODIFIERS },
    description: 'Held down meanwhile; Control adds an item to what is selected.',
  },
})
type Input = ValueOf<typeof inputSchema>

export const clickElement = tool({
  name: 'click_element',
  title: 'Click an element',
  description:
    'Presses the element that a selector means, or an index of a tree, or what is at a point: exactly one of the three. ' +
    'Waits until it is there and ready, acts at most once, says what changed.',
  inputSchema,
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: (input, session, call) => MODES[modeOf(input)](input, session, call),
})

type Mode = 'selector' | 'index' | 'point'

/** Which of the three ways is meant; mixed ones mean nothing. */
function modeOf({ selector, index, vision_type, x, y, ...rest }: Input): Mode {
  const said: Mode[] = [
    ...(selector === undefined ? [] : (['selector'] as const)),
    ...(index === undefined ? [] : (['index'] as const)),
    ...(x === undefined && y === undefined ? [] : (['point'] as const)),
  ]
  const [mode, ...others] = said
  if (mode === undefined) throw wrong('a click needs one of selector, index, or x and y')
  if (others.length > 0) throw wrong(`a click cannot mix ${said.join(' and ')}: give one of them`)
  if (mode === 'point' && (x === undefined || y === undefined)) throw wrong('a point needs both x and y')
  if (vision_type !== undefined && mode !== 'index') throw wrong('vision_type is about an index, and none is given')
  const ofSelectors = ['window_selector', 'alternative_selectors', 'fallback_selectors'] as const
  const stray = ofSelectors.find((option) => rest[option] !== undefined)
  if (mode !== 'selector' && stray !== undefined) throw wrong(`${stray} is about a selector, and none is given`)
  if (mode === 'index' && vision_type !== undefined && vision_type !== 'ui_tree') {
    if (rest.click_position !== undefined) throw wrong('click_position is about an element of the tree')
    if (rest.process !== undefined) throw wrong(`an index of ${vision_type} names its application already`)
  }
  if (mode === 'point' && rest.click_position !== undefined)
    throw wrong('click_position is about an element, and a point is given')
  return mode
}

const MODES: Record<Mode, (input: Input, session: Session, call: Call) => Promise<Answer>> = {
  selector: (input, session, call) =>
    actOnElement(session, { ...input, selector: input.selector as string }, call, (locator, options) =>
      clicked(locator, input, options),
    ),

  // A ref is the element, not its place: it is looked for again, and is STALE when it is gone or shows something else.
  index: (input, session, call) => {
    const { vision_type = 'ui_tree', ...rest } = input
    const index = input.index as number
    const kind = vision_type === 'gemini' ? 'vision' : vision_type
    if (kind !== 'ui_tree')
      return actOnSpot(session, kind, index, rest, call, (point, options) => clicked(point, input, options))
    return actOnElement(session, { ...input, selector: `ref:${refOf(index)}` }, call, (locator, options) =>
      clicked(locator, input, options),
    )
  },

  point: async (input, session, call) => {
    const deadline = Deadline.of(input.timeout_ms, session.timeout)
    const [x, y] = [input.x as number, input.y as number]
    const { process } = input
    const app = process === undefined ? undefined : await appAt(session.desktop, process, { x, y }, deadline, call)
    return act(session, input, call, { app, deadline }, ({ onAmbiguous: _, ...options }) =>
      clicked(session.desktop.point(x, y), input, options),
    )
  },
}

function clicked(
  target: Locator | ScreenPoint,
  { click_type, click_position, modifiers }: Input,
  options: ClickOptions,
): Promise<Receipt> {
  const position =
    click_position === undefined
      ? {}
      : { position: { x: `${click_position.x_percentage}%`, y: `${click_position.y_percentage}%` } as const }
  const at = { ...position, ...(modifiers === undefined ? {} : { modifiers }) }
  switch (click_type) {
    case 'double':
      return target.dblclick({ ...options, ...at })
    case 'right':
      return target.rightClick({ ...options, ...at })
    case 'middle':
      return target.click({ ...options, ...at, button: 'middle' })
    default:
      return target.click({ ...options, ...at })
  }
}
