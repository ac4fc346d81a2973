import { expect, test } from 'vitest'
import { parseOutput, treeIn } from '../../../lib/agent/workflow/run/output-parser.js'
import { runPlan } from '../../../lib/agent/workflow/run/run.js'
import { tools } from './tools.js'

const input = {
  tree: { role: 'window', children: [{ name: 'A' }, { name: 'B' }] },
  sequenceResult: { status: 'executed_without_error' },
}

test('gives what the script returns from tree and sequenceResult', async () => {
  const code = 'return { names: tree.children.map(({ name }) => name), ok: sequenceResult.status }'
  expect(await parseOutput(code, input)).toEqual({ names: ['A', 'B'], ok: 'executed_without_error' })
  expect(await parseOutput('', input)).toBeNull()
})

test.each([
  ['require', 'return require("fs").readFileSync("/etc/passwd", "utf8")'],
  ['fetch', 'return typeof fetch'],
  ['process', 'return typeof process'],
  ['console', 'return typeof console'],
  ['a timer', 'return typeof setTimeout'],
  ['a constructor that leads out', 'return tree.constructor.constructor("return process")().pid'],
  ['one of an array', 'return [].map.constructor("return process")().pid'],
  ['this', 'return (function () { return this })().constructor.constructor("return process")().pid'],
  [
    'an error that leads out',
    'Error.prepareStackTrace = (_, sites) => sites[0].getThis(); return typeof new Error().stack',
  ],
  ['a module', 'return import("node:fs")'],
  ['eval', 'return eval("1 + 1")'],
])('it has nothing of ours: %s', async (_, code) => {
  const made = await parseOutput(code, input).catch((error: { code: string }) => error.code)
  expect(['INVALID_ARGUMENT', 'undefined', 'string']).toContain(made)
})

test('what does not end is ended; what grows without end, too', async () => {
  const began = performance.now()
  await expect(parseOutput('for (;;) {}', input, 100)).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(performance.now() - began).toBeLessThan(5_000)
  await expect(parseOutput('const all = []; for (;;) all.push(new Array(1e6).fill(1))', input)).rejects.toMatchObject({
    code: expect.stringMatching(/INVALID_ARGUMENT|TIMEOUT/),
  })
})

test('what it throws is what the run says', async () => {
  const plan = {
    steps: [{ tool_name: 'read', id: 'r' }],
    output_parser: { run: 'throw new Error("no such row")', ui_tree_source_step_id: 'r' },
  }
  const outcome = await runPlan(plan, { tools: tools().toolbox })
  expect(outcome).toMatchObject({ status: 'executed_with_error', error: { message: 'output_parser: no such row' } })
})

test('tree is what the step read; with end_at_step there is no output', async () => {
  const plan = {
    steps: [
      { tool_name: 'read', id: 'r' },
      { tool_name: 'press', id: 'p' },
    ],
    output_parser: { javascript_code: 'return tree.role', ui_tree_source_step_id: 'r' },
  }
  const made = tools({ read: () => ({ text: '<untrusted>\n{"role":"window"}\n</untrusted>' }) })
  expect((await runPlan(plan, { tools: made.toolbox })).output).toBe('window')
  expect((await runPlan(plan, { tools: made.toolbox, endAt: 'p' })).output).toBeUndefined()
  expect(treeIn('one\n<untrusted>\nbutton "OK"\n</untrusted>')).toBe('button "OK"')
})
