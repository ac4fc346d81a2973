import { AsyncLocalStorage } from 'node:async_hooks'
import type { Around } from '../../agent/call.js'
import type { Ended, Hooks } from '../../sdk/action/hooks.js'
import { quote } from '../../sdk/selector/index.js'
import type { Diff } from '../../sdk/tree/diff.js'

/** One call that went well, so that it can be done again. */
export interface Step {
  tool: string
  input: Record<string, unknown>
  /** What is known of its effect; of an action. */
  effect?: string
  /** The executable of the application that it was about. */
  app?: string
  /** What it typed went into a protected field, and is not kept. */
  isSecret?: true
}

/** What the executor told of a call while it was under way. */
interface Told {
  ended?: Ended
  isSecret?: true
}

// A session may last for days.
const KEPT = 500

/** The tools that do something, or wait. */
const DOES: ReadonlySet<string> = new Set(['open', 'act', 'type', 'check', 'mouse_drag'])

/** Of actions, and of what is typed: what has the text. */
const TEXTS = ['text', 'value'] as const

/** What a session did: each element by a selector that lasts, each action with what came of it. Texts of protected fields are not kept. */
export class History {
  readonly steps: Step[] = []
  readonly #current = new AsyncLocalStorage<Told>()

  /** What the desktop of the session is given. */
  readonly hooks: Hooks = {
    beforeDispatch: ({ payload }) => {
      const told = this.#current.getStore()
      if (told !== undefined && 'protected' in payload && payload.protected) told.isSecret = true
    },
    afterAction: (ended) => {
      const told = this.#current.getStore()
      if (told !== undefined) told.ended = ended
    },
  }

  /** Does the call, and keeps it when it went well. */
  readonly keep: Around = async (tool, input, call) => {
    const told: Told = {}
    const result = await this.#current.run(told, call)
    const onlyReads = tool === 'check' && input.condition === undefined
    if (DOES.has(tool) && !onlyReads && result.isError === undefined) {
      this.steps.push(stepOf(tool, input, told))
      if (this.steps.length > KEPT) this.steps.shift()
    }
    return result
  }
}

function stepOf(tool: string, given: Record<string, unknown>, { ended, isSecret }: Told): Step {
  const { process: _, ...input } = given
  const receipt = ended?.receipt
  if (receipt === undefined) return { tool, input }
  const goesByRef = input.index !== undefined || /^ref:e\d+$/.test(String(input.selector))
  const lasting = goesByRef ? receipt.element.selector : ''
  const rest: Step['input'] = lasting === '' ? input : { ...input, selector: lasting }
  if (lasting !== '') delete rest.index
  const secret = isSecret
    ? Object.fromEntries(TEXTS.filter((text) => text in rest).map((text) => [text, '{{secret}}']))
    : {}
  const said = rest.verify_element_exists !== undefined || rest.verify_element_not_exists !== undefined
  const seen = said || receipt.diff === undefined ? {} : seenIn(receipt.diff)
  const executable = ended?.app?.executable
  return {
    tool,
    input: { ...rest, ...secret, ...seen },
    effect: receipt.effect,
    ...(executable === undefined ? {} : { app: executable }),
    ...(isSecret ? { isSecret } : {}),
  }
}

const WINDOWS: ReadonlySet<string> = new Set(['dialog', 'window', 'alertdialog'])

/** The windows that came and went with an action: what its repetition has to show as well. */
function seenIn({ added, removed }: Diff): Record<string, string> {
  const first = (entries: readonly { role: string; name?: string | undefined }[]) => {
    const window = entries.find(({ role, name }) => WINDOWS.has(role) && name)
    return window === undefined ? undefined : `role:${window.role}|name:${quote(window.name ?? '')}`
  }
  const came = first(added)
  const went = first(removed)
  return {
    ...(came === undefined ? {} : { verify_element_exists: came }),
    ...(went === undefined ? {} : { verify_element_not_exists: went }),
  }
}
