import { expect, test } from 'vitest'
import { createRegistry, type RegistryOptions } from '../../../lib/agent/index.js'
import { type Hooks, SurehandError } from '../../../lib/sdk/index.js'
import { errorOf, mail, textOf, worked } from './mail.js'

// What a registry has, and what it lets through.

const nowhere = () => Promise.reject(new Error('no tool is called'))
const names = (options: RegistryOptions) => createRegistry(nowhere, options).tools.map(({ name }) => name)

test('profiles: terminator has the names of its tools, read-only has nothing that acts', () => {
  const all = names({ profile: 'terminator', files: { root: '.' }, commands: { root: '.' } })
  expect(all).toEqual(expect.arrayContaining(['click_element', 'run_command', 'read_file', 'mouse_drag']))
  const readers = createRegistry(nowhere, { profile: 'read-only', files: { root: '.' } }).tools
  expect(readers.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
  expect(readers.map(({ name }) => name)).toEqual([
    'see',
    'check',
    'read_file',
    'glob_files',
    'grep_files',
    'typecheck_workflow',
  ])
})

test('allow and deny: of these only those, and none of those', () => {
  const named = (options: RegistryOptions) => names({ profile: 'terminator', ...options })
  expect(named({ allow: ['click_element', 'delay'], deny: ['delay'] })).toEqual(['click_element'])
  expect(named({ deny: ['open_application'] })).not.toContain('open_application')
  expect(() => named({ deny: ['open_aplication'] })).toThrow(/no tool open_aplication in the profile terminator/)
  const without = createRegistry(nowhere, { profile: 'terminator', deny: ['click_element'] })
  expect(() => without.tool('click_element')).toThrow(/no tool click_element/)
})

test('every tool says what it takes and gives, and takes nothing that it does not say', () => {
  const { tools } = createRegistry(nowhere, { profile: 'terminator', files: { root: '.' }, commands: { root: '.' } })
  for (const { name, inputSchema, outputSchema, description } of tools) {
    expect(inputSchema.additionalProperties, name).toBe(false)
    expect(outputSchema.properties.error, name).toBeDefined()
    expect(description.length, name).toBeGreaterThan(20)
  }
})

test('a tree that is too long is read on where it ended, as it was', async () => {
  await using stage = await mail()
  const whole = textOf(worked(await stage.call('get_window_tree', { process: 'outlook' })))
  let [text, cursor, pages] = ['', undefined as unknown, 0]
  do {
    const input = cursor === undefined ? { process: 'outlook' } : { cursor }
    const page = worked(await stage.call('get_window_tree', { ...input, tree_max_tokens: 50 }))
    text += `${textOf(page).split('\n').slice(2, -1).join('\n')}\n`
    cursor = page.structuredContent.cursor
    // What happens meanwhile is not in it.
    if (pages++ === 0) worked(await stage.call('click_element', { process: 'outlook', selector: 'name:Archive' }))
  } while (cursor !== undefined)
  expect(pages).toBeGreaterThan(1)
  expect(text.trim()).toBe(whole.split('\n').slice(2, -1).join('\n').trim())
  const lost = errorOf(await stage.call('get_window_tree', { cursor: 'p99:3' }))
  expect(lost).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('Call again without') })
})

test('a program that is slow to say who it is has the time of the call', async () => {
  await using stage = await mail()
  worked(await stage.call('get_window_tree', { process: 'outlook' }))
  const { desktop } = stage
  const app = desktop.app.bind(desktop)
  let slow = 1
  desktop.app = ((...given: Parameters<typeof app>) =>
    slow-- > 0 ? Promise.reject(new SurehandError('TIMEOUT', 'timed out')) : app(...given)) as typeof desktop.app
  worked(await stage.call('get_window_tree', { process: 'outlook' }))
})

test.each([
  ['click_element', { selector: 'name:Deaf' }],
  ['click_element', { x: 5, y: 5 }],
  ['type_into_element', { selector: 'role:combobox', text_to_type: 'x', clear_before_typing: false }],
  ['set_value', { selector: 'name:Zoom', value: 30 }],
  ['select_option', { selector: 'role:combobox', option_name: 'Drafts' }],
  ['set_selected', { selector: 'name:"From Ann"', state: true }],
  ['invoke_element', { selector: 'name:Deaf' }],
  ['scroll_element', { selector: 'name:Messages', direction: 'down' }],
  ['press_key', { selector: 'name:Deaf', key: 'Enter' }],
  ['press_key_global', { key: 'Enter' }],
  ['activate_element', {}],
  ['mouse_drag', { start_x: 5, start_y: 5, end_x: 100, end_y: 100 }],
  ['open_application', { app_name: 'editor', process: undefined }],
  ['run_command', { run: 'true', process: undefined }],
] as const)('%s asks the hooks, and a no is REFUSED with nothing sent', async (tool, input) => {
  const asked: string[] = []
  const hooks: Hooks = {
    beforeDispatch: ({ verb }) => {
      asked.push(verb)
      return { refuse: 'not today' }
    },
  }
  await using stage = await mail({ profile: 'terminator', hooks, commands: { root: '.' } })
  const failed = errorOf(await stage.call(tool, JSON.parse(JSON.stringify({ process: 'outlook', ...input }))))
  expect(failed).toMatchObject({ code: 'REFUSED', sent: 'no', message: expect.stringContaining('not today') })
  expect(asked).toHaveLength(1)
  expect(stage.all()).toEqual([])
})
