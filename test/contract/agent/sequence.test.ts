import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRegistry } from '../../../lib/agent/index.js'
import { policy } from '../../../lib/agent/policy/index.js'
import type { State } from '../../../lib/agent/workflow/run/checkpoint.js'
import { runPlan } from '../../../lib/agent/workflow/run/run.js'
import { SOON } from '../../patience.js'
import { mail, textOf } from './mail.js'

const process = 'outlook'
const click = (id: string, name: string, more: object = {}) => ({
  id,
  tool_name: 'click_element',
  arguments: { process, selector: `role:button|name:"${name}"`, timeout_ms: 2_000, ...more },
})

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'surehand-sequence-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('a sequence presses in order, passes results on, and says what became of each step', async () => {
  await using stage = await mail()
  const result = await stage.call('execute_sequence', {
    variables: { to: { type: 'string', regex: '@' } },
    inputs: { to: 'ann@example.org' },
    steps: [
      { id: 'look', tool_name: 'validate_element', arguments: { process, selector: 'role:combobox|name:Folder' } },
      {
        ...click('reply', 'Reply', { verify_element_exists: 'role:document|name:Message' }),
        if: "look_result.element.value == 'Inbox'",
      },
      { id: 'to', tool_name: 'set_value', arguments: { process, selector: 'role:textbox|name:To', value: '{{to}}' } },
    ],
    output: { effect: '{{reply_result.effect}}' },
  })
  expect(result.isError).toBeUndefined()
  expect(result.structuredContent).toMatchObject({
    status: 'executed_without_error',
    steps: [{ id: 'look' }, { id: 'reply', status: 'executed_without_error' }, { id: 'to' }],
    output: { effect: 'verified' },
  })
  expect(stage.received('press')).toEqual(['Reply'])
  expect(stage.all().find(({ what }) => what === 'setText')).toMatchObject({ name: 'To', text: 'ann@example.org' })
})

test('a step that fails ends it with an error that says which, and nothing after it is pressed', async () => {
  await using stage = await mail()
  const result = await stage.call('execute_sequence', {
    steps: [click('a', 'Archive'), click('b', 'Nothing like it', { timeout_ms: 50 }), click('c', 'Deaf')],
  })
  expect(result.isError).toBe(true)
  expect(result.structuredContent).toMatchObject({
    error: { code: 'NOT_FOUND', sent: 'no' },
    steps: [{ id: 'a' }, { id: 'b', status: 'executed_with_error' }],
  })
  expect(stage.received('press')).toEqual(['Archive'])
})

test('a value in a selector presses no other button, and an expression of a variable freezes nothing', async () => {
  await using stage = await mail()
  const attack = 'Reply" || role:button|name:"Archive'
  for (const selector of ['role:button|name:"{{who}}"', 'role:button|name:{{who}}', 'role:button|name:/{{who}}/']) {
    const result = await stage.call('execute_sequence', {
      variables: { who: { type: 'string', default: attack } },
      steps: [{ tool_name: 'click_element', arguments: { process, selector, timeout_ms: 50 } }],
    })
    expect(result.structuredContent).toMatchObject({ error: { sent: 'no' } })
  }
  const frozen = await stage.call('execute_sequence', {
    variables: { who: { type: 'string', regex: '^(a+)+$' } },
    inputs: { who: `${'a'.repeat(40)}!` },
    steps: [click('a', 'Archive')],
  })
  expect(textOf(frozen)).toContain('who: Expected a text like /^(a+)+$/')
  expect(stage.received('press')).toEqual([])
})

test('a plan that is wrong presses nothing; a sequence in a sequence is none of its tools', async () => {
  await using stage = await mail()
  const result = await stage.call('execute_sequence', {
    steps: [click('a', 'Archive'), { tool_name: 'execute_sequence', arguments: {} }],
  })
  expect(textOf(result)).toContain("steps[1].tool_name: There is no tool 'execute_sequence'")
  expect(stage.received('press')).toEqual([])
})

test('stop_execution ends it after its step, whoever calls it', async () => {
  await using stage = await mail()
  const registry = createRegistry(stage.desktop, { profile: 'terminator' })
  const wait = {
    id: 'wait',
    tool_name: 'wait_for_element',
    arguments: { process, selector: 'role:document|name:Message', timeout_ms: SOON },
  }
  const began = withResolvers()
  const running = registry
    .tool('execute_sequence')
    .run({ steps: [wait, click('a', 'Archive')] }, { onProgress: () => began.resolve() })
  await began.promise
  expect((await registry.tool('stop_execution').run({})).structuredContent).toEqual({ stopped: 1 })
  await stage.call('click_element', { process, selector: 'id:btnReply' })
  expect((await running).structuredContent).toMatchObject({
    status: 'cancelled',
    steps: [{ id: 'wait', status: 'executed_without_error' }],
  })
  expect(stage.received('press')).toEqual(['Reply'])
  expect((await registry.tool('stop_execution').run({})).structuredContent).toEqual({ stopped: 0 })
})

test('at once: the step that runs is ended, too; so it is by the signal of the call', async () => {
  await using stage = await mail()
  const registry = createRegistry(stage.desktop, { profile: 'terminator' })
  const steps = [
    { id: 'wait', tool_name: 'wait_for_element', arguments: { process, selector: 'name:Never', timeout_ms: 600_000 } },
  ]
  for (const end of [() => registry.tool('stop_execution').run({ at_once: true }), undefined]) {
    const began = withResolvers()
    const caller = new AbortController()
    const running = registry
      .tool('execute_sequence')
      .run({ steps }, { onProgress: () => began.resolve(), signal: caller.signal })
    await began.promise
    if (end === undefined) caller.abort()
    else await end()
    expect((await running).structuredContent).toMatchObject({ status: 'cancelled' })
  }
})

// One for each tool that acts: what is not announced would be sent without a trace.
test.each<[string, Record<string, unknown>]>([
  ['click_element', { selector: 'role:button|name:Archive' }],
  ['invoke_element', { selector: 'role:button|name:Archive' }],
  ['set_selected', { selector: 'role:listitem|name:"From Ann"', state: true }],
  ['set_value', { selector: 'role:slider|name:Zoom', value: 20 }],
  ['select_option', { selector: 'role:combobox|name:Folder', option_name: 'Drafts' }],
  ['type_into_element', { selector: 'role:textbox|name:To', text_to_type: 'x' }],
  ['press_key', { selector: 'role:button|name:Archive', key: 'Enter' }],
  ['activate_element', { selector: 'role:button|name:Archive' }],
  ['open_application', { app_name: 'editor' }],
])('%s is in the journal, on the disk, before anything of it is sent', async (tool_name, input) => {
  await using place = await folder()
  await using stage = await mail()
  await stage.call('click_element', { process, selector: 'id:btnReply' })
  const journal = () => readFileSync(join(place.path, 'workflows', 'w', 'journal.jsonl'), 'utf8')
  const acting: string[] = []
  const spy = {
    beforeDispatch: ({ part }: { part: string }) => {
      if (part === 'acts') acting.push(journal())
    },
  }
  // Hooks are asked in order: the policy of the registry first, then the journal; this one sees what is there when the next thing is sent.
  const registry = createRegistry(stage.desktop.with({ hooks: spy }), { profile: 'terminator' })
  const own = tool_name === 'open_application' ? {} : { process }
  const plan = { workflow_id: 'w', steps: [{ id: 's', tool_name, arguments: { ...own, ...input } }] }
  const tools = await registry.steps()
  let sending = 0
  const counted = {
    ...tools,
    tool: (name: string) => {
      const tool = tools.tool(name)
      return {
        ...tool,
        run: (given: object, call: Parameters<typeof tool.run>[1]) =>
          tool.run(given as never, {
            ...call,
            sending: async () => {
              sending++
              await call.sending()
              expect(journal()).toContain('"sending":0')
            },
          }),
      }
    },
  }
  const outcome = await runPlan(plan, { tools: counted, dataDirectory: place.path })
  expect(outcome.error).toBeUndefined()
  expect(sending).toBe(acting.length)
  expect(sending).toBeGreaterThan(0)
})

test('what the policy refuses is not sent, and the step can be done again', async () => {
  await using place = await folder()
  await using stage = await mail()
  const registry = createRegistry(stage.desktop, {
    profile: 'terminator',
    hooks: policy({ apps: { deny: ['outlook'] } }),
  })
  const outcome = await runPlan(
    { workflow_id: 'w', steps: [click('a', 'Archive')] },
    { tools: await registry.steps(), dataDirectory: place.path },
  )
  expect(outcome.error).toMatchObject({ code: 'REFUSED', sent: 'no' })
  expect(stage.received('press')).toEqual([])
  const state = JSON.parse(readFileSync(join(place.path, 'workflows', 'w', 'state.json'), 'utf8')) as State
  expect(state.position).toEqual({ next: 0 })
})

test('from a file, with the place of what is wrong in it', async () => {
  await using place = await folder()
  await using stage = await mail()
  const file = join(place.path, 'mail.yml')
  await writeFile(
    file,
    'steps:\n  - tool_name: click_element\n    arguments:\n      process: outlook\n      selector: role:button|name:Archive\n    retrys: 2\n',
  )
  const wrong = await stage.call('execute_sequence', { url: `file://${file}` })
  expect(textOf(wrong)).toContain('mail.yml:6:13: steps[0].retrys')
  await writeFile(file, readFileSync(file, 'utf8').replace('retrys', 'retries'))
  expect((await stage.call('execute_sequence', { url: `file://${file}` })).isError).toBeUndefined()
  expect(stage.received('press')).toEqual(['Archive'])
})

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
