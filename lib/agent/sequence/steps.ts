import type { Hooks } from '../../sdk/action/hooks.js'
import { isSurehandError } from '../../sdk/errors.js'
import { Deadline } from '../deadline.js'
import type { Session } from '../session.js'
import { appOf } from '../target.js'
import type { Call, ToolSpec } from '../tool.js'
import type { Failure, StepAnswer, StepCall, StepTool, Toolbox } from '../workflow/run/toolbox.js'

type Run = (
  input: unknown,
  call: Call,
) => Promise<{
  content: readonly { type: string; text?: string }[]
  structuredContent: Record<string, unknown>
  isError?: true
}>

// A sequence is no step of another one, and stops no other one.
const NO_STEPS = new Set(['execute_sequence', 'stop_execution', 'run', 'more'])

export const isStep = (name: string) => !NO_STEPS.has(name)

// What these send, the desktop sends, and its hooks are asked right before. When others send is not known: it may be at once.
const SENT_BY_DESKTOP = new Set([
  'act',
  'type',
  'open',
  'click_element',
  'type_into_element',
  'set_value',
  'set_selected',
  'select_option',
  'invoke_element',
  'scroll_element',
  'press_key',
  'press_key_global',
  'activate_element',
  'open_application',
  'mouse_drag',
])

// ms between two looks at what a step verifies.
const PAUSE = 50
const FIND_APP = 1_000

/** The tools of a registry as the steps of a workflow. `bind` gives a tool over a session. */
export function stepsOf(
  specs: readonly ToolSpec[],
  bind: (spec: ToolSpec, session: Session) => Run,
  session: Session,
  call: Call,
): Toolbox {
  const steps = specs.filter(({ name }) => isStep(name))
  return {
    names: new Set(steps.map(({ name }) => name)),
    tool(name) {
      const spec = steps.find((each) => each.name === name) as ToolSpec
      return stepOf(spec, bind, session, call)
    },
    holds: (input, timeout, signal) => holds(session, input, timeout, { ...call, signal }),
  }
}

function stepOf(
  spec: ToolSpec,
  bind: (spec: ToolSpec, session: Session) => Run,
  session: Session,
  call: Call,
): StepTool {
  const { name, annotations } = spec
  return {
    name,
    reads: annotations.readOnlyHint,
    repeatable: annotations.idempotentHint,
    async run(input, { signal, sending }: StepCall): Promise<StepAnswer> {
      if (!annotations.readOnlyHint && !SENT_BY_DESKTOP.has(name)) await sending()
      const hooks: Hooks = {
        // What only prepares (the focus moved, a window in front) may be done again.
        beforeDispatch: async ({ part }) => {
          if (part === 'acts') await sending()
        },
      }
      const run = bind(spec, { ...session, desktop: session.desktop.with({ hooks }) })
      const { content, structuredContent, isError } = await run(input, { ...call, signal, onProgress: () => {} })
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : [])).join('\n')
      return { data: structuredContent, text, failure: isError ? (structuredContent.error as Failure) : undefined }
    },
  }
}

async function holds(
  { desktop }: Session,
  input: Readonly<Record<string, unknown>>,
  timeout: number,
  call: Call,
): Promise<boolean | undefined> {
  const { process, verify_element_exists: exists = '', verify_element_not_exists: gone = '' } = input
  if (exists === '' && gone === '') return undefined
  if (typeof process !== 'string' && typeof process !== 'number') return undefined
  try {
    const app = await appOf(desktop, process, new Deadline(Math.max(timeout, FIND_APP)), call)
    const deadline = performance.now() + timeout
    for (;;) {
      const shows = (selector: unknown) => app.locator(String(selector)).first().isVisible({ signal: call.signal })
      const isThere = exists === '' || (await shows(exists))
      const isGone = gone === '' || !(await shows(gone))
      if (isThere && isGone) return true
      if (performance.now() >= deadline || call.signal.aborted) return false
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  } catch (error) {
    if (!isSurehandError(error)) throw error
    return undefined
  }
}
