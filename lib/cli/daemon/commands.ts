import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What a command of a session is: its words, and the call of a tool that it stands for. */
export interface SessionCommand {
  name: string
  does: string
  /** As commander has them: `<target>`, `[app]`, `[args...]`. */
  arguments: readonly string[]
  /** It sends something: it takes what makes an action sure. */
  acts?: true
  /** What only this command takes: the flags, and what they do. */
  options?: readonly (readonly [flags: string, does: string])[]
  /** `cwd`: where it was typed. */
  call(args: Given, options: SessionOptions, cwd: string): Call
}

type Given = readonly (string | string[] | undefined)[]

export interface Call {
  tool: string
  input: Record<string, unknown>
}

/** The options of every command of a session. */
export interface SessionOptions {
  session: string
  app?: string
  window?: string
  json?: boolean
  confirm?: boolean
  timeout?: number
  retries?: number
  verify?: string
  verifyGone?: string
  // Of some.
  private?: boolean
  view?: boolean
  bounds?: boolean
  depth?: string
  ocr?: boolean
  out?: string
  numbered?: boolean
  into?: string
  modifiers?: string
  gone?: boolean
  state?: string
}

const target = '<target>'

/** `@e7`, or `e7` as outlines have it, is that element; anything else is a selector. */
function selectorOf(text: unknown): string {
  const given = String(text)
  if (given.startsWith('@')) return `ref:${given.slice(1)}`
  return /^e\d+$/.test(given) ? `ref:${given}` : given
}

/** Rather than a program: names of programs have neither. */
function isElement(text: unknown): boolean {
  return typeof text === 'string' && /^@|:/.test(text)
}

/** `300,120`: a point of the screen, in its units. */
function pointOf(text: unknown): { x: number; y: number } | undefined {
  const [, x, y] = /^(-?\d+),(-?\d+)$/.exec(String(text)) ?? []
  return x === undefined ? undefined : { x: Number(x), y: Number(y) }
}

/** A click may be on a word that `see --ocr` has read: #3; or at a point. */
function clicking(name: string, verb: string, does: string): SessionCommand {
  const own = acting(name, verb, does)
  const call = ([given]: Given, { modifiers }: SessionOptions) => {
    const index = /^#(\d+)$/.exec(String(given))?.[1]
    const what = index === undefined ? undefined : { index: Number(index), vision_type: 'ocr' }
    const where = pointOf(given) ?? what ?? { selector: selectorOf(given) }
    return { tool: 'act', input: { verb, ...where, ...(modifiers ? { modifiers: modifiers.split('+') } : {}) } }
  }
  return { ...own, call, options: [['--modifiers <keys>', 'held down meanwhile: Control, Control+Shift']] }
}

function acting(name: string, verb: string, does: string): SessionCommand {
  const call = ([element]: Given) => ({ tool: 'act', input: { verb, selector: selectorOf(element) } })
  return { name, does, arguments: [target], acts: true, call }
}

const PRIVATE = ['--private', 'on a desktop of its own, without a screen (Linux)'] as const
const VIEW = ['--view', 'with the address of a page that shows that desktop'] as const

export const SESSION_COMMANDS: readonly SessionCommand[] = [
  {
    name: 'open',
    does: 'start a program; the commands after it are about it. --private: on a desktop of its own, which shows on no screen',
    arguments: ['<program>', '[args...]'],
    options: [PRIVATE, VIEW],
    call: ([program, args], _, cwd) => ({ tool: 'open', input: { app_name: program, args, cwd } }),
  },
  {
    name: 'tree',
    does: 'what a program shows, or one element of it (@e7, a selector): each has its ref, which is @e7 in the other commands',
    arguments: ['[of]'],
    options: [
      ['--bounds', 'with places on the screen, and what is hidden'],
      ['--depth <levels>', 'so many levels below it'],
    ],
    call: ([of], { bounds, depth }) => ({
      tool: 'see',
      input: {
        ...(isElement(of) ? { tree_from_selector: selectorOf(of) } : { process: of }),
        ...(bounds ? { include_detailed_attributes: true } : {}),
        ...(depth === undefined ? {} : { tree_max_depth: Number(depth) }),
      },
    }),
  },
  {
    name: 'see',
    does: 'a picture of it, as a file; --numbered: with marks; --ocr: what is written in it, as text',
    arguments: ['[app]'],
    options: [
      ['--out <file>', 'where the picture is written; default: surehand.png'],
      ['--numbered', 'with a number on each element'],
      ['--ocr', 'the text in it instead'],
    ],
    call: ([app], { numbered, ocr }) => ({
      tool: 'see',
      input: { process: app, ...(ocr ? { include_ocr: true } : { picture: numbered ? 'numbered' : 'plain' }) },
    }),
  },
  {
    name: 'get',
    does: 'what one element is: its value, states and place',
    arguments: [target],
    call: ([element]) => ({ tool: 'check', input: { selector: selectorOf(element) } }),
  },
  {
    name: 'wait',
    does: 'wait until an element is there; --gone: until none is; --state: visible, enabled, focused, checked, …',
    arguments: [target],
    options: [
      ['--gone', 'until nothing matches'],
      ['--state <state>', 'visible, hidden, exists, gone, enabled, disabled, checked, …'],
    ],
    call: ([element], { gone, state = 'visible' }) => ({
      tool: 'check',
      input: { selector: selectorOf(element), condition: gone ? 'gone' : state },
    }),
  },
  clicking('click', 'click', 'click it once; #3: a word that see --ocr has read; 300,120: a point of the screen'),
  clicking('dblclick', 'double_click', 'click it twice'),
  clicking('rightclick', 'right_click', 'open its context menu'),
  acting('check', 'check', 'check it, unless it is'),
  acting('uncheck', 'uncheck', 'take its check mark out'),
  acting('focus', 'focus', 'give it the focus'),
  {
    name: 'select',
    does: 'select an item, or an option of a combo box or list by its name',
    arguments: [target, '[option]'],
    acts: true,
    call: ([element, option]) => {
      const verb = option === undefined ? { verb: 'select' } : { verb: 'choose', value: option }
      return { tool: 'act', input: { ...verb, selector: selectorOf(element) } }
    },
  },
  {
    name: 'menu',
    does: 'choose an entry of a menu: File "Save As…"',
    arguments: ['<entries...>'],
    acts: true,
    call: ([entries]) => ({ tool: 'act', input: { verb: 'menu', value: [entries].flat().join(' > ') } }),
  },
  {
    name: 'drag',
    does: 'drag an element onto another, or from one point of the screen to another: 300,120 400,200',
    arguments: [target, '<to>'],
    acts: true,
    call: ([element, to]) => {
      const [start, end] = [pointOf(element), pointOf(to)]
      return start !== undefined && end !== undefined
        ? { tool: 'mouse_drag', input: { start_x: start.x, start_y: start.y, end_x: end.x, end_y: end.y } }
        : { tool: 'act', input: { verb: 'drag', selector: selectorOf(element), value: selectorOf(to) } }
    },
  },
  {
    name: 'set',
    does: 'set a slider or spin button',
    arguments: [target, '<number>'],
    acts: true,
    call: ([element, number]) => ({
      tool: 'act',
      input: { verb: 'set', selector: selectorOf(element), value: Number(number) },
    }),
  },
  {
    name: 'scroll',
    does: 'scroll at an element: up, down, left, right; without a direction: to it',
    arguments: [target, '[direction]'],
    acts: true,
    call: ([element, direction]) => ({
      tool: 'act',
      input: { verb: 'scroll', selector: selectorOf(element), ...(direction ? { value: direction } : {}) },
    }),
  },
  {
    name: 'fill',
    does: 'replace the text of a field, and read it back',
    arguments: [target, '<text>'],
    acts: true,
    call: ([element, text]) => ({ tool: 'type', input: { selector: selectorOf(element), text } }),
  },
  {
    name: 'type',
    does: 'type where the focus is; --into: into this element, at its caret',
    arguments: ['<text>'],
    acts: true,
    options: [['--into <target>', 'into this element']],
    call: ([text], { into }) => ({
      tool: 'type',
      input: into === undefined ? { text } : { selector: selectorOf(into), text, clear_before_typing: false },
    }),
  },
  {
    name: 'press',
    does: 'press a key: Enter, Control+s; --into: in this element',
    arguments: ['<key>'],
    acts: true,
    options: [['--into <target>', 'in this element']],
    call: ([key], { into }) => ({
      tool: 'type',
      input: { key, ...(into === undefined ? {} : { selector: selectorOf(into) }) },
    }),
  },
  {
    name: 'do',
    does: 'run the steps of a workflow file (YAML, JSON)',
    arguments: ['<file>'],
    options: [PRIVATE, VIEW],
    call: ([file], _, cwd) => ({ tool: 'run', input: { url: pathToFileURL(resolve(cwd, String(file))).href } }),
  },
]
