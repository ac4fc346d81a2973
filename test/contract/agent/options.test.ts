import { expect, test } from 'vitest'
import { errorOf, type Mail, mail, textOf, worked } from './mail.js'

// Each option of the shared groups, on a call that comes out otherwise when the option is ignored.

const click = (stage: Mail, more: Record<string, unknown>) =>
  stage.call('click_element', { process: 'outlook', selector: 'name:Deaf', ...more })

test('process: the application that it names, and no other', async () => {
  await using stage = await mail()
  worked(await stage.call('click_element', { process: 2002, selector: 'name:Reply' }))
  expect(stage.all()).toMatchObject([{ what: 'press', application: 'Notes' }])
  const failed = errorOf(await stage.call('click_element', { process: 'note', selector: 'name:Reply', timeout_ms: 50 }))
  expect(failed.code).toBe('APP_NOT_FOUND')
  expect(failed.candidates?.map(({ name }) => name)).toEqual(['Notes', 'Outlook'])
})

test('no process: the selector names it, or what to give is said', async () => {
  await using stage = await mail()
  worked(await stage.call('click_element', { selector: 'process:outlook >> name:Deaf' }))
  expect(stage.received('press')).toEqual(['Deaf'])
  const failed = errorOf(await stage.call('click_element', { selector: 'name:Deaf' }))
  expect(failed).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('Give `process`') })
})

test('window_selector: the window that it matches', async () => {
  await using stage = await mail({ settings: true })
  const both = errorOf(await click(stage, { selector: 'name:Reply' }))
  expect(both.code).toBe('AMBIGUOUS')
  expect(both.candidates).toHaveLength(2)
  worked(await click(stage, { selector: 'name:Reply', window_selector: 'name:Settings' }))
  expect(stage.all()).toMatchObject([{ what: 'press', key: 'settingsReply' }])
})

test('alternative_selectors: a list, or a string with commas', async () => {
  await using stage = await mail()
  worked(await click(stage, { selector: 'name:Nothing', alternative_selectors: 'name:"No, sir", name:Deaf' }))
  worked(await click(stage, { selector: 'name:Nothing', alternative_selectors: ['name:Archive'] }))
  expect(stage.received('press')).toEqual(['Deaf', 'Archive'])
})

test('fallback_selectors: in turn, when nothing else is there', async () => {
  await using stage = await mail()
  worked(
    await click(stage, {
      selector: 'name:Nothing',
      fallback_selectors: 'name:Neither, name:Archive',
      timeout_ms: 3000,
    }),
  )
  expect(stage.received('press')).toEqual(['Archive'])
})

test('timeout_ms: how long the element is waited for', async () => {
  await using stage = await mail()
  const began = performance.now()
  expect(errorOf(await click(stage, { selector: 'name:Nothing', timeout_ms: 50 })).code).toBe('NOT_FOUND')
  expect(performance.now() - began).toBeLessThan(15_000)
})

test('retries: again, when nothing happened', async () => {
  await using stage = await mail()
  const input = { verify_element_exists: 'name:Never', verify_timeout_ms: 100 }
  expect(errorOf(await click(stage, input)).code).toBe('VERIFY_FAILED')
  const once = stage.received('press').length
  await click(stage, { ...input, retries: 2 })
  expect(stage.received('press').length - once).toBe(3)
})

test('verify_element_exists, verify_element_not_exists: what has to be so, the empty text nothing', async () => {
  await using stage = await mail()
  expect(errorOf(await click(stage, { verify_element_exists: 'name:Never', verify_timeout_ms: 50 })).code).toBe(
    'VERIFY_FAILED',
  )
  const still = errorOf(await click(stage, { verify_element_not_exists: 'name:Deaf', verify_timeout_ms: 50 }))
  expect(still).toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown' })
  worked(await click(stage, { verify_element_exists: '', verify_element_not_exists: '' }))
  const gone = worked(await click(stage, { selector: 'name:Archive', verify_element_not_exists: 'name:Archive' }))
  expect(gone.structuredContent.effect).toBe('verified')
})

test('verify_timeout_ms: how long that may take', async () => {
  await using stage = await mail()
  const began = performance.now()
  await click(stage, { verify_element_exists: 'name:Never', verify_timeout_ms: 700 })
  expect(performance.now() - began).toBeGreaterThan(690)
})

test('highlight_before_action: a picture from right before', async () => {
  await using stage = await mail()
  const pictures = ({ content }: Awaited<ReturnType<typeof click>>) =>
    content.filter(({ type }) => type === 'image').length
  expect(pictures(worked(await click(stage, {})))).toBe(0)
  expect(pictures(worked(await click(stage, { highlight_before_action: true })))).toBe(1)
})

test('ui_diff_before_after: what changed is said, or not', async () => {
  await using stage = await mail()
  const silent = worked(await click(stage, { selector: 'id:btnReply', ui_diff_before_after: false }))
  expect(silent.structuredContent.changes).toBeUndefined()
  expect(textOf(silent)).not.toContain('document')
  const said = worked(await click(stage, { selector: 'name:Archive' }))
  expect(said.structuredContent.changes).toBe('1 removed')
  expect(textOf(said)).toContain('- button "Archive"')
})

test('include_tree_after_action, with the options of trees', async () => {
  await using stage = await mail()
  const tree = { include_tree_after_action: true }
  expect(textOf(worked(await click(stage, {})))).not.toContain('slider')
  expect(textOf(worked(await click(stage, tree)))).toContain('slider "Zoom"')
  expect(textOf(worked(await click(stage, { ...tree, tree_max_depth: 1 })))).not.toContain('slider')
  const list = textOf(worked(await click(stage, { ...tree, tree_from_selector: 'role:list' })))
  expect(list).toContain('listitem "From Ann"')
  expect(list).not.toContain('slider')
  expect(textOf(worked(await click(stage, { ...tree, tree_output_format: 'compact_yaml' })))).toMatch(
    /#\d+ \[Slider\] Zoom/,
  )
  expect(textOf(worked(await click(stage, { ...tree, include_detailed_attributes: true })))).toContain('0,0')
  const cut = worked(await click(stage, { ...tree, tree_max_tokens: 60 }))
  expect(cut.structuredContent.tree_lines_left).toBeGreaterThan(0)
  const ref = /\[(e\d+)\]/.exec(list)?.[1]
  const byRef = worked(
    await stage.call('click_element', { selector: `ref:${ref}`, ...tree, ui_diff_before_after: false }),
  )
  expect(textOf(byRef)).toContain('slider "Zoom"')
})

test('include_window_screenshot, include_monitor_screenshots: pictures afterwards', async () => {
  await using stage = await mail()
  const both = { include_window_screenshot: true, include_monitor_screenshots: true }
  const counts = []
  for (const input of [{}, { include_window_screenshot: true }, { include_monitor_screenshots: true }, both]) {
    counts.push(worked(await click(stage, input)).content.filter(({ type }) => type === 'image').length)
  }
  expect(counts).toEqual([0, 1, 1, 2])
})

test('bring_to_front, maximize_target, enable_window_management: what is done about the window', async () => {
  await using stage = await mail({ settings: true })
  const arranged = () => stage.all().filter(({ what }) => ['activate', 'arrange'].includes(what))
  const off = { enable_window_management: false, bring_to_front: true, maximize_target: true }
  worked(await click(stage, { window_selector: 'name:"Inbox - Outlook"', ...off }))
  expect(arranged()).toEqual([])
  const settings = { window_selector: 'name:Settings', selector: 'name:Reply' }
  worked(await click(stage, { ...settings, bring_to_front: true }))
  expect(arranged()).toMatchObject([{ what: 'activate', name: 'Settings' }])
  worked(await click(stage, { ...settings, maximize_target: true }))
  expect(arranged()[1]).toMatchObject({ what: 'arrange', name: 'Settings', how: 'maximize' })
})

test('restore_focus: the window that had the keyboard has it again', async () => {
  await using stage = await mail()
  const front = async () => (await stage.desktop.foreground())?.app.name
  await (await stage.desktop.app('notes')).activate()
  worked(await click(stage, { bring_to_front: true }))
  expect(await front()).toBe('Outlook')
  await (await stage.desktop.app('notes')).activate()
  worked(await click(stage, { bring_to_front: true, restore_focus: true }))
  expect(await front()).toBe('Notes')
})

test('an option that there is not is an error with the nearest one, and so is a wrong value', async () => {
  await using stage = await mail()
  const failed = errorOf(await click(stage, { retry: 3, verify_element_exist: 'role:button', click_type: 'triple' }))
  expect(failed.code).toBe('INVALID_ARGUMENT')
  expect(failed.message).toContain('no option verify_element_exist; did you mean verify_element_exists?')
  expect(failed.message).toContain('retry')
  expect(failed.message).toContain('click_type must be one of left, double, right, middle')
  expect(stage.received('press')).toEqual([])
})
