import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Plan, readPlan, runPlan, Stop } from '../../lib/agent/workflow/index.js'
import type { Toolbox } from '../../lib/agent/workflow/run/toolbox.js'
import { isSurehandError } from '../../lib/sdk/index.js'
import { isSelector } from '../../lib/sdk/selector/index.js'
import type { Target } from './guided.js'

/**
 * Workflow files: a plan is refused with INVALID_ARGUMENT and a place in the file, or it is run, with tools that do nothing, and ends.
 * What reaches a tool as a selector is one.
 */

// ms; more than a hundred times what a plan of this size takes.
const SLOW = 5_000
const STEPS = 200
const STATUSES = ['executed_without_error', 'executed_with_error', 'cancelled']

const seeds = [
  `name: Report
inputs: { who: Ann, count: 3 }
variables:
  who: { type: string, label: Who, default: Ann, regex: '^[A-Z][a-z]*$' }
  mode: { type: enum, options: [fast, slow], default: fast }
selectors: { form: 'role:dialog|name:Form' }
steps:
  - id: open
    tool_name: click_element
    arguments: { process: mail, selector: '{{selectors.form}} >> role:button|name:"{{inputs.who}}"' }
    retries: 2
    fallback_id: help
  - group_name: more
    steps:
      - tool_name: type_into_element
        arguments: { selector: 'name:To', text_to_type: '\${{ inputs.who }}' }
        if: "inputs.count > 2 && (contains(inputs.who, 'A') || !always())"
        continue_on_error: true
troubleshooting:
  - id: help
    tool_name: delay
    arguments: { delay_ms: 0 }
`,
  `{"steps": [{"id": "a", "tool_name": "delay", "arguments": {"delay_ms": 0}, "jumps": [{"if": "a_status == 'success'", "to_id": "b", "reason": "x"}], "max_visits": 3}, {"id": "b", "tool_name": "click_element", "arguments": {"selector": "name:{{ coalesce(inputs.x, 'y') }}|name:fixed"}}]}`,
  `base: &base { tool_name: delay, arguments: { delay_ms: 0 } }
steps:
  - *base
  - <<: *base
    id: two
output_parser: { javascript_code: 'return { success: true }' }
`,
  'steps: []\nstart_from_step: a\nend_at_step: b\nstop_on_error: false\nscope_selector: name:x',
]
const tokens = [
  ...['steps:', 'jumps:', 'if:', 'to_id:', 'id: a', 'tool_name: delay', 'arguments:', 'selector:', 'variables:'],
  ...['inputs:', 'selectors:', 'regex:', 'default:', 'required: true', 'type: enum', 'options:', 'retries: 99999'],
  ...['{{', '}}', '${{', '{{inputs.who}}', '{{a.b[0]}}', '&a', '*a', '<<: ', '!!binary x', '!!js/function', '? ', ': '],
  ...['- ', '  ', '\n', '[', ']', '{', '}', '"', "'", '|', '>', '#', '%YAML 1.2', '---', '...', '\t', '\0', '\ud800'],
  ...['__proto__', 'constructor', 'toString', 'null', '~', '.inf', '.nan', '1e999', '0x7fffffff', '2026-01-01', '-0'],
  ...['(a+)+$', '==', '&&', '||', '!', '<=', 'contains(', ')', ',', 'always()', 'coalesce(', '‘', '”', '\\', '/'],
]

const folder = mkdtempSync(join(tmpdir(), 'surehand-fuzz-'))
const file = join(folder, 'plan.yml')

const names = new Set(['click_element', 'type_into_element', 'delay'])

/** Tools that do nothing: one of them fails. */
function toolbox(stop: Stop): Toolbox & { wrong: string | undefined } {
  let calls = 0
  const tools = {
    wrong: undefined as string | undefined,
    names,
    tool: (name: string) => ({
      name,
      reads: false,
      repeatable: name !== 'click_element',
      async run({ selector }: Readonly<Record<string, unknown>>) {
        if (++calls > STEPS) stop.atOnce()
        // Where the plan's own text is whole, a value makes it no other one.
        if (typeof selector === 'string' && selector.endsWith('|name:fixed') && !isSelector(selector)) {
          tools.wrong = `a tool was given the selector ${JSON.stringify(selector)}`
        }
        const failure = { code: 'NOT_FOUND', message: 'There is none.', sent: 'no' as const }
        return { data: { selector }, text: '', ...(name === 'type_into_element' ? { failure } : {}) }
      },
    }),
    holds: async () => undefined,
  }
  return tools
}

async function ran(plan: Plan): Promise<string | undefined> {
  const stop = new Stop()
  const tools = toolbox(stop)
  // Delays of plans are as long as they like.
  const timer = setTimeout(() => stop.atOnce(), 200)
  // Neither a folder of its own nor a thread for each run.
  const { output_parser: _, workflow_id: __, ...rest } = plan
  const outcome = await runPlan(rest, { tools, pause: 0, stop }).finally(() => clearTimeout(timer))
  return STATUSES.includes(outcome.status) ? tools.wrong : `ended as ${JSON.stringify(outcome)}`
}

export const workflow: Target = {
  seeds,
  tokens,
  async fault(text) {
    writeFileSync(file, text)
    const began = performance.now()
    let wrong: string | undefined
    try {
      const { plan } = await readPlan(file, { tools: names })
      wrong = await ran(plan)
    } catch (error) {
      if (!isSurehandError(error) || error.code !== 'INVALID_ARGUMENT')
        return `threw ${error instanceof Error ? error.stack : error}`
      if (error.message === '') return 'says nothing'
    }
    const spent = performance.now() - began
    return wrong ?? (spent > SLOW ? `took ${spent.toFixed(0)} ms` : undefined)
  },
}
