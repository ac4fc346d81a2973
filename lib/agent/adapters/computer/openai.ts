import { SurehandError } from '../../../sdk/errors.js'
import type { ToolResult } from '../../result.js'
import type { CallOptions } from '../../tool.js'
import type { Calls } from '../calls.js'
import { GREY_PICTURE } from '../pictures.js'
import { picturesOf, textOf } from '../text.js'
import type { ComputerAction, Pixel } from './action.js'
import { type Computer, wrong } from './computer-adapter.js'
import { chordOf } from './keys.js'

// What a wheel turns a page by, as browsers count it; OpenAI's models say pixels.
const NOTCH = 100
// ms; OpenAI's own loop waits as long, and the action says nothing.
const WAIT = 2_000

/** For `client.responses`. Its calls say pixels of the screenshot that was sent last. */
export function openaiComputerTool() {
  return { type: 'computer' } as const
}

/** For the model `computer-use-preview`, which wants to know more. */
export function openaiComputerPreviewTool(computer: Computer) {
  const environment = { darwin: 'mac', win32: 'windows' }[process.platform as 'darwin' | 'win32'] ?? 'linux'
  return {
    type: 'computer_use_preview',
    display_width: computer.width,
    display_height: computer.height,
    environment: environment as 'mac' | 'windows' | 'linux',
  } as const
}

/** What OpenAI wants a person to have seen before the model goes on. */
export interface SafetyCheck {
  id: string
  code?: string | null
  message?: string | null
}

export interface ComputerCall {
  type: 'computer_call'
  call_id: string
  pending_safety_checks?: SafetyCheck[]
  action?: OpenAIAction
  actions?: OpenAIAction[]
}

interface OpenAIAction {
  type: string
  x?: number
  y?: number
  button?: string
  keys?: string[] | null
  path?: Pixel[]
  scroll_x?: number
  scroll_y?: number
  text?: string
}

export type ComputerOutput =
  | {
      type: 'computer_call_output'
      call_id: string
      output: { type: 'computer_screenshot'; image_url: string }
      acknowledged_safety_checks?: SafetyCheck[]
    }
  | { role: 'user'; content: { type: 'input_text'; text: string }[] }

/** Answers OpenAI's computer calls: with a picture, which is all that their result may be, and with a message that says what came of it. */
export class OpenAIComputer {
  constructor(
    private readonly computer: Computer,
    private readonly calls: Calls,
    private readonly acknowledge: ((checks: readonly SafetyCheck[]) => Promise<boolean>) | undefined,
  ) {}

  async run(call: ComputerCall, options?: CallOptions): Promise<ComputerOutput[]> {
    const checks = call.pending_safety_checks ?? []
    if (checks.length > 0 && !(await this.acknowledge?.(checks))) throw refused(checks)
    const actions = call.actions ?? (call.action === undefined ? [] : [call.action])
    const said: string[] = []
    for (const action of actions.filter(({ type }) => type !== 'screenshot')) {
      const result = await this.computer.run(this.calls, () => actionOf(action), options)
      said.push(textOf(result))
      // What follows was thought of for what this one was to bring about.
      if (result.isError) break
    }
    const shown = await this.computer.run(this.calls, () => ({ kind: 'screenshot' }), options)
    if (shown.isError) said.push(textOf(shown))
    return [
      {
        type: 'computer_call_output',
        call_id: call.call_id,
        output: { type: 'computer_screenshot', image_url: pictureOf(shown) },
        ...(checks.length === 0 ? {} : { acknowledged_safety_checks: checks }),
      },
      ...(said.length === 0
        ? []
        : [{ role: 'user', content: [{ type: 'input_text', text: said.join('\n') }] } satisfies ComputerOutput]),
    ]
  }
}

function pictureOf(result: ToolResult): string {
  return picturesOf(result)[0] ?? GREY_PICTURE
}

function refused(checks: readonly SafetyCheck[]): SurehandError {
  const asked = checks.map(({ message, code, id }) => message ?? code ?? id).join('; ')
  return new SurehandError(
    'REFUSED',
    `OpenAI wants a person to agree before this action: ${asked}. No person did; nothing was sent. Give \`acknowledge\` a function that asks.`,
    { checks: checks.map(({ id }) => id) },
  )
}

const BUTTONS: Readonly<Record<string, 'left' | 'middle' | 'right'>> = { left: 'left', wheel: 'middle', right: 'right' }

export function actionOf(action: OpenAIAction): ComputerAction {
  const { type, keys } = action
  const hold = (keys ?? []).map((key) => chordOf([key]))
  switch (type) {
    case 'screenshot':
      return { kind: 'screenshot' }
    case 'click': {
      const button = BUTTONS[action.button ?? 'left']
      if (button === undefined) throw wrong(`there is no button ${action.button}`)
      return { kind: 'click', at: pixelOf(action), button, count: 1, hold }
    }
    case 'double_click':
      return { kind: 'click', at: pixelOf(action), button: 'left', count: 2, hold }
    case 'move':
      return { kind: 'move', at: pixelOf(action) }
    case 'drag':
      return { kind: 'drag', path: action.path ?? [], hold }
    case 'scroll':
      return { kind: 'scroll', at: pixelOf(action), x: notches(action.scroll_x), y: notches(action.scroll_y), hold }
    case 'type':
      return { kind: 'type', text: action.text ?? '' }
    case 'keypress':
      return { kind: 'key', keys: [chordOf(keys ?? [])] }
    case 'wait':
      return { kind: 'wait', ms: WAIT }
    default:
      throw wrong(`there is no action ${type}`)
  }
}

function pixelOf({ type, x, y }: OpenAIAction): Pixel {
  if (typeof x === 'number' && typeof y === 'number') return { x, y }
  throw wrong(`${type} needs x and y`)
}

/** At least one, or a small scroll would be none. */
function notches(pixels = 0): number {
  return Math.sign(pixels) * Math.ceil(Math.abs(pixels) / NOTCH)
}
