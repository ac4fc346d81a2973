import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { createRegistry, type RegistryOptions } from '../../../lib/agent/index.js'
import { serverFactory } from '../../../lib/agent/mcp/index.js'
import type { Hooks } from '../../../lib/sdk/index.js'
import { errorOf, mail, textOf, worked } from './mail.js'

// The core profile: eight tools that stand for all others.

const nowhere = () => Promise.reject(new Error('no tool is called'))
const names = (options: RegistryOptions = {}) => createRegistry(nowhere, options).tools.map(({ name }) => name)
const EIGHT = ['see', 'check', 'open', 'act', 'type', 'run', 'ask', 'more']

// Tokens that a client reads before its first step.
const MOST = 4_500

test('its tools and instructions cost at most 4,500 tokens', async () => {
  expect(names()).toEqual(EIGHT)
  const server = (await serverFactory(createRegistry(nowhere), '0.0.0'))()
  const said = server as unknown as {
    _instructions: string
    _requestHandlers: Map<string, (request: object) => Promise<unknown>>
  }
  const listed = await said._requestHandlers.get('tools/list')?.({ method: 'tools/list' })
  expect(encode(JSON.stringify(listed) + said._instructions).length).toBeLessThanOrEqual(MOST)
})

describe('see', () => {
  test('what runs, what an application shows, and a picture of it', async () => {
    await using stage = await mail({ profile: 'core' })
    expect(textOf(worked(await stage.call('see', {})))).toContain('outlook (pid 2001)')
    const tree = textOf(worked(await stage.call('see', { process: 'outlook' })))
    expect(tree).toMatch(/"Archive" e\d+/)
    const [, ref] = /combobox "Folder" (e\d+)/.exec(tree) as unknown as [string, string]
    const part = textOf(worked(await stage.call('see', { process: 'outlook', tree_from_selector: `ref:${ref}` })))
    expect(part).not.toContain('Archive')
    const page = worked(await stage.call('see', { process: 'outlook', tree_max_tokens: 50 }))
    const { cursor } = page.structuredContent
    expect(textOf(page)).toContain(`cursor ${cursor} reads on`)
    expect(textOf(worked(await stage.call('see', { cursor })))).not.toContain('window "Inbox')
  })
})

describe('act', () => {
  test.each([
    ['click', 'name:Archive', undefined, 'press'],
    ['set', 'name:Zoom', 30, 'setValue'],
    ['choose', 'role:combobox|name:Folder', 'Drafts', 'select'],
    ['select', 'name:"From Ann"', undefined, 'select'],
  ] as const)('%s does what the tool does that it stands for', async (verb, selector, value, what) => {
    await using stage = await mail({ profile: 'core' })
    const given = { verb, process: 'outlook', selector, ...(value === undefined ? {} : { value }) }
    worked(await stage.call('act', given))
    expect(stage.received(what)).toHaveLength(1)
  })

  test.each(['e', '@e', 'ref:e'])('a ref may be written as outlines have it: %s7', async (begin) => {
    await using stage = await mail({ profile: 'core' })
    const tree = textOf(worked(await stage.call('see', { process: 'outlook' })))
    const [, number] = /"Archive" e(\d+)/.exec(tree) as unknown as [string, string]
    worked(await stage.call('act', { verb: 'click', process: 'outlook', selector: `${begin}${number}` }))
    expect(stage.received('press')).toEqual(['Archive'])
  })

  test('a click with keys held down is one of the pointer', async () => {
    await using stage = await mail({ profile: 'core' })
    const click = { verb: 'click', process: 'outlook', selector: 'name:Archive' }
    worked(await stage.call('act', { ...click, modifiers: ['Control'] }))
    expect(stage.all().filter(({ what }) => what === 'press')).toMatchObject([{ name: 'Archive', by: 'pointer' }])
    expect(errorOf(await stage.call('act', { ...click, modifiers: ['ctrl'] })).code).toBe('INVALID_ARGUMENT')
  })

  test('menu presses an entry by its path, and drag takes one element onto another', async () => {
    await using stage = await mail({ profile: 'core' })
    const menu = { verb: 'menu', process: 'outlook' }
    expect(errorOf(await stage.call('act', { ...menu, value: 'File > Print' }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(errorOf(await stage.call('act', menu)).message).toMatch(/^act: .*path/)
    const drag = { verb: 'drag', process: 'outlook', selector: 'name:"From Ann"', value: 'name:Archive' }
    expect(worked(await stage.call('act', drag)).structuredContent).toMatchObject({ action: 'dragTo' })
    expect(stage.received('press')).toEqual([])
  })

  test('takes every option of theirs, and refuses what none of them has, in its own name', async () => {
    await using stage = await mail({ profile: 'core' })
    const given = { verb: 'click', process: 'outlook', selector: 'name:Archive' }
    expect(textOf(worked(await stage.call('act', { ...given, include_tree_after_action: true })))).toContain('slider')
    const wrong = errorOf(await stage.call('act', { ...given, retrys: 1 }))
    expect(wrong.message).toMatch(/^act: there is no option retrys; did you mean retries\?/)
    expect(errorOf(await stage.call('act', { ...given, verb: 'press' })).message).toMatch(/verb must be one of click, /)
    expect(
      errorOf(await stage.call('act', { verb: 'set', process: 'outlook', selector: 'name:Zoom' })).message,
    ).toMatch(/^act: .*value/)
    expect(stage.received('press')).toHaveLength(1)
  })
})

describe('type', () => {
  test('a text into a field, a key in it, and both without a field, to what has the focus', async () => {
    await using stage = await mail({ profile: 'core' })
    expect(errorOf(await stage.call('type', { process: 'outlook' })).message).toMatch(/either text or key/)
    expect(errorOf(await stage.call('type', { text: 'x' })).message).toMatch(/a selector, or the process/)
    worked(await stage.call('type', { process: 'outlook', text: 'hello' }))
    worked(await stage.call('type', { process: 'outlook', key: 'F5' }))
    worked(await stage.call('type', { process: 'outlook', selector: 'name:Zoom', key: 'F6' }))
    expect(stage.all().flatMap(({ what, pressed }) => (what === 'key' ? [pressed] : []))).toEqual(['F5', 'F6'])
    const asked = errorOf(await stage.call('type', { process: 'outlook', text: 'x', fallback_selectors: ['name:a'] }))
    expect(asked.message).toMatch(/^type: there is no option fallback_selectors/)
  })
})

describe('check', () => {
  test('says what an element is, or waits until it is so', async () => {
    await using stage = await mail({ profile: 'core' })
    const place = { process: 'outlook', selector: 'name:Archive' }
    expect(textOf(worked(await stage.call('check', place)))).toContain('button "Archive"')
    expect(textOf(worked(await stage.call('check', { ...place, condition: 'enabled' })))).toContain(
      'It is so (enabled)',
    )
    expect(stage.all()).toEqual([])
  })
})

describe('more', () => {
  test('names the others, says what one takes, and calls it', async () => {
    await using stage = await mail({ profile: 'core' })
    const all = worked(await stage.call('more', {})).structuredContent.tools as string[]
    expect(all).toContain('mouse_drag')
    expect(all).not.toContain('run_command')
    expect(textOf(worked(await stage.call('more', { tool: 'click_element' })))).toContain('click_position')
    const given = { process: 'outlook', selector: 'name:Archive' }
    worked(await stage.call('more', { tool: 'click_element', arguments: given }))
    expect(stage.received('press')).toEqual(['Archive'])
    expect(errorOf(await stage.call('more', { tool: 'click_elemnt' })).message).toContain('Did you mean click_element?')
    const wrong = errorOf(await stage.call('more', { tool: 'click_element', arguments: { ...given, retrys: 1 } }))
    expect(wrong.message).toMatch(/^click_element: there is no option retrys/)
  })

  test('asks the hooks as every tool does, and has what is switched on', async () => {
    const asked: string[] = []
    const hooks: Hooks = {
      beforeDispatch: ({ verb }) => {
        asked.push(verb)
        return { refuse: 'not today' }
      },
    }
    await using stage = await mail({ profile: 'core', hooks, commands: { root: '.' } })
    expect(worked(await stage.call('more', {})).structuredContent.tools).toContain('run_command')
    const refused = [
      ['click_element', { process: 'outlook', selector: 'name:Archive' }],
      ['run_command', { run: 'true' }],
    ] as const
    for (const [tool, given] of refused)
      expect(errorOf(await stage.call('more', { tool, arguments: given }))).toMatchObject({
        code: 'REFUSED',
        sent: 'no',
      })
    expect(asked).toHaveLength(2)
    expect(stage.all()).toEqual([])
  })

  test('is not there where tools were left out, unless it is asked for', () => {
    expect(names({ deny: ['open'] })).toEqual(['see', 'check', 'act', 'type', 'run', 'ask'])
    expect(names({ allow: ['see', 'act'] })).toEqual(['see', 'act'])
    expect(names({ allow: ['see', 'more'] })).toEqual(['see', 'more'])
    const [open, closed] = [createRegistry(nowhere), createRegistry(nowhere, { deny: ['open'] })]
    expect(() => open.tool('click_element')).toThrow('more calls it: { tool: "click_element", arguments: { … } }.')
    expect(() => closed.tool('click_element')).not.toThrow(/more calls it/)
    expect(() => closed.tool('click_element')).toThrow(/There is no tool click_element here/)
    expect(closed.stepNames).not.toContain('click_element')
  })
})

test('steps of a sequence are calls of its tools, and of those that more leads to', async () => {
  await using stage = await mail({ profile: 'core' })
  const given = { process: 'outlook', selector: 'name:Deaf' }
  const steps = [
    { tool_name: 'act', arguments: { verb: 'click', ...given } },
    { tool_name: 'click_element', arguments: given },
  ]
  worked(await stage.call('run', { steps }))
  expect(stage.received('press')).toEqual(['Deaf', 'Deaf'])
  expect(errorOf(await stage.call('run', { steps: [{ tool_name: 'more', arguments: {} }] })).message).toMatch(/more/)
})
