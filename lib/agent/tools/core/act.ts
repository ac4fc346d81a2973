import { actionResult } from '../../acting.js'
import { resultSchema } from '../../result-schema.js'
import { ACTS, type ToolSpec, tool } from '../../tool.js'
import { activateElement } from '../act/activate-element.js'
import { chooseMenu } from '../act/choose-menu.js'
import { clickElement, MODIFIERS } from '../act/click-element.js'
import { dragElement } from '../act/drag-element.js'
import { invokeElement } from '../act/invoke-element.js'
import { scrollElement } from '../act/scroll-element.js'
import { selectOption } from '../act/select-option.js'
import { setSelected } from '../act/set-selected.js'
import { setValue } from '../act/set-value.js'
import { element, sure } from './core-options.js'
import { forward, short } from './forward.js'

export const VERBS = [
  'click',
  'double_click',
  'right_click',
  'set',
  'check',
  'uncheck',
  'select',
  'deselect',
  'choose',
  'scroll',
  'focus',
  'menu',
  'drag',
  'invoke',
] as const
type Verb = (typeof VERBS)[number]

/** The tool that does it, and what the verb and its value are there. */
const WAYS: Record<Verb, [ToolSpec, (value: string | number | undefined) => Record<string, unknown>]> = {
  click: [clickElement, () => ({})],
  double_click: [clickElement, () => ({ click_type: 'double' })],
  right_click: [clickElement, () => ({ click_type: 'right' })],
  set: [setValue, (value) => ({ value })],
  check: [setSelected, () => ({ state: true })],
  uncheck: [setSelected, () => ({ state: false })],
  select: [setSelected, () => ({ state: true })],
  deselect: [setSelected, () => ({ state: false })],
  choose: [selectOption, (value) => ({ option_name: value })],
  scroll: [scrollElement, (value = 'into_view') => ({ direction: value })],
  focus: [activateElement, () => ({})],
  menu: [chooseMenu, (value) => ({ path: value })],
  drag: [dragElement, (value) => ({ target: value })],
  invoke: [invokeElement, (value) => ({ action: value })],
}

export const act = tool({
  name: 'act',
  title: 'Act on an element',
  description:
    'Waits until exactly one element matches and is ready, acts at most once, says what is known of the effect and what changed. click, and so on, ' +
    'also takes an index, or a point. choose: an option of a combo box or list. focus without selector: its window to the front.',
  inputSchema: short(
    {
      verb: { enum: VERBS },
      value: {
        anyOf: [{ type: 'string' }, { type: 'number' }],
        description:
          'set: text or number. choose: the option. scroll: up, down, left, right. menu: File > Save As…. drag: the selector of where to. invoke: the name of its action.',
      },
      ...element,
      index: { type: 'integer', description: 'Of a tree or picture, instead of a selector.' },
      vision_type: { enum: ['ocr', 'dom', 'omniparser', 'vision'], description: 'Where else the index is from.' },
      x: { type: 'number' },
      y: { type: 'number' },
      modifiers: {
        type: 'array',
        items: { enum: MODIFIERS },
        description: 'click: held down meanwhile. Control adds to what is selected.',
      },
      ...sure,
    },
    'verb',
  ),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: ({ verb, value, ...input }, session, call) => {
    const [spec, own] = WAYS[verb]
    const given = own(value)
    const [its] = Object.keys(given)
    return forward('act', spec, { ...input, ...given }, session, call, its === undefined ? {} : { [its]: 'value' })
  },
})
