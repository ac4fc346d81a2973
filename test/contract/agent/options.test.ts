import { expect, test } from 'vitest'
import type { Ask } from '../../../lib/agent/ask/question.js'
import { elementActionOptions } from '../../../lib/agent/options/index.js'
import { errorOf, type Mail, mail, textOf, worked } from './mail.js'

// Each option of the shared groups, on calls that come out otherwise when the option is ignored: that is tried, too.

const click = (stage: Mail, more: Record<string, unknown>) =>
  stage.call('click_element', { process: 'outlook', selector: 'name:Deaf', ...more })

interface Row {
  name: string
  /** Those that these calls are about. */
  options: (keyof typeof elementActionOptions)[]
  /** With a second window. */
  settings?: true
  prove: (stage: Mail) => Promise<void>
}

const ROWS: Row[] = [
  {
    name: 'process: the application that it names, and no other',
    options: ['process'],
    prove: async (stage) => {
      worked(await stage.call('click_element', { process: 2002, selector: 'name:Reply' }))
      expect(stage.all()).toMatchObject([{ what: 'press', application: 'Notes' }])
      const failed = errorOf(
        await stage.call('click_element', { process: 'note', selector: 'name:Reply', timeout_ms: 50 }),
      )
      expect(failed.code).toBe('APP_NOT_FOUND')
      expect(failed.candidates?.map(({ name }) => name)).toEqual(['Notes', 'Outlook'])
    },
  },
  {
    name: 'no process: the selector names it, or what to give is said',
    options: ['selector'],
    prove: async (stage) => {
      worked(await stage.call('click_element', { selector: 'process:outlook >> name:Deaf' }))
      expect(stage.received('press')).toEqual(['Deaf'])
      const failed = errorOf(await stage.call('click_element', { selector: 'name:Deaf' }))
      expect(failed).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('Give `process`') })
    },
  },
  {
    name: 'window_selector: the window that it matches',
    options: ['window_selector'],
    settings: true,
    prove: async (stage) => {
      const both = errorOf(await click(stage, { selector: 'name:Reply' }))
      expect(both.code).toBe('AMBIGUOUS')
      expect(both.candidates).toHaveLength(2)
      worked(await click(stage, { selector: 'name:Reply', window_selector: 'name:Settings' }))
      expect(stage.all()).toMatchObject([{ what: 'press', key: 'settingsReply' }])
    },
  },
  {
    name: 'alternative_selectors: a list, or a string with commas',
    options: ['alternative_selectors'],
    prove: async (stage) => {
      worked(await click(stage, { selector: 'name:Nothing', alternative_selectors: 'name:"No, sir", name:Deaf' }))
      worked(await click(stage, { selector: 'name:Nothing', alternative_selectors: ['name:Archive'] }))
      expect(stage.received('press')).toEqual(['Deaf', 'Archive'])
    },
  },
  {
    name: 'fallback_selectors: in turn, when nothing else is there',
    options: ['fallback_selectors'],
    prove: async (stage) => {
      worked(
        await click(stage, {
          selector: 'name:Nothing',
          fallback_selectors: 'name:Neither, name:Archive',
          timeout_ms: 3000,
        }),
      )
      expect(stage.received('press')).toEqual(['Archive'])
    },
  },
  {
    name: 'timeout_ms: how long the element is waited for',
    options: ['timeout_ms'],
    prove: async (stage) => {
      const began = performance.now()
      const failed = errorOf(await click(stage, { selector: 'name:Nothing', timeout_ms: 50 }))
      expect(failed.code).toBe('NOT_FOUND')
      // Without it, the wait ends when the application is at rest, and the message says so.
      expect(failed.message).not.toContain('at rest')
      expect(performance.now() - began).toBeLessThan(5_000)
    },
  },
  {
    name: 'retries: again, when nothing happened',
    options: ['retries'],
    prove: async (stage) => {
      const input = { verify_element_exists: 'name:Never', verify_timeout_ms: 100 }
      expect(errorOf(await click(stage, input)).code).toBe('VERIFY_FAILED')
      const once = stage.received('press').length
      await click(stage, { ...input, retries: 2 })
      expect(stage.received('press').length - once).toBe(3)
    },
  },
  {
    name: 'verify_element_exists, verify_element_not_exists: what has to be so, the empty text nothing',
    options: ['verify_element_exists', 'verify_element_not_exists'],
    prove: async (stage) => {
      expect(errorOf(await click(stage, { verify_element_exists: 'name:Never', verify_timeout_ms: 50 })).code).toBe(
        'VERIFY_FAILED',
      )
      const still = errorOf(await click(stage, { verify_element_not_exists: 'name:Deaf', verify_timeout_ms: 50 }))
      expect(still).toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown' })
      worked(await click(stage, { verify_element_exists: '', verify_element_not_exists: '' }))
      const gone = worked(await click(stage, { selector: 'name:Archive', verify_element_not_exists: 'name:Archive' }))
      expect(gone.structuredContent.effect).toBe('verified')
    },
  },
  {
    name: 'verify_timeout_ms: how long that may take',
    options: ['verify_timeout_ms'],
    prove: async (stage) => {
      const began = performance.now()
      await click(stage, { verify_element_exists: 'name:Never', verify_timeout_ms: 4_000 })
      expect(performance.now() - began).toBeGreaterThan(3_990)
    },
  },
  {
    name: 'highlight_before_action: a picture from right before',
    options: ['highlight_before_action'],
    prove: async (stage) => {
      const pictures = ({ content }: Awaited<ReturnType<typeof click>>) =>
        content.filter(({ type }) => type === 'image').length
      expect(pictures(worked(await click(stage, {})))).toBe(0)
      expect(pictures(worked(await click(stage, { highlight_before_action: true })))).toBe(1)
    },
  },
  {
    name: 'ui_diff_before_after: what changed is said, or not',
    options: ['ui_diff_before_after'],
    prove: async (stage) => {
      const silent = worked(await click(stage, { selector: 'id:btnReply', ui_diff_before_after: false }))
      expect(silent.structuredContent.changes).toBeUndefined()
      expect(textOf(silent)).not.toContain('document')
      const said = worked(await click(stage, { selector: 'name:Archive' }))
      expect(said.structuredContent.changes).toBe('1 removed')
      expect(textOf(said)).toContain('- button "Archive"')
    },
  },
  {
    name: 'include_tree_after_action, with the options of trees',
    options: [
      'include_tree_after_action',
      'tree_max_depth',
      'tree_from_selector',
      'tree_output_format',
      'include_detailed_attributes',
      'tree_max_tokens',
    ],
    prove: async (stage) => {
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
      const ref = / (e\d+)/.exec(list)?.[1]
      const byRef = worked(
        await stage.call('click_element', { selector: `ref:${ref}`, ...tree, ui_diff_before_after: false }),
      )
      expect(textOf(byRef)).toContain('slider "Zoom"')
    },
  },
  {
    name: 'include_window_screenshot, include_monitor_screenshots: pictures afterwards',
    options: ['include_window_screenshot', 'include_monitor_screenshots'],
    prove: async (stage) => {
      const both = { include_window_screenshot: true, include_monitor_screenshots: true }
      const counts = []
      for (const input of [{}, { include_window_screenshot: true }, { include_monitor_screenshots: true }, both]) {
        counts.push(worked(await click(stage, input)).content.filter(({ type }) => type === 'image').length)
      }
      expect(counts).toEqual([0, 1, 1, 2])
    },
  },
  {
    name: 'bring_to_front, maximize_target, enable_window_management: what is done about the window',
    options: ['enable_window_management', 'bring_to_front', 'maximize_target'],
    settings: true,
    prove: async (stage) => {
      const arranged = () => stage.all().filter(({ what }) => ['activate', 'arrange'].includes(what))
      const off = { enable_window_management: false, bring_to_front: true, maximize_target: true }
      worked(await click(stage, { window_selector: 'name:"Inbox - Outlook"', ...off }))
      expect(arranged()).toEqual([])
      const settings = { window_selector: 'name:Settings', selector: 'name:Reply' }
      worked(await click(stage, { ...settings, bring_to_front: true }))
      expect(arranged()).toMatchObject([{ what: 'activate', name: 'Settings' }])
      worked(await click(stage, { ...settings, maximize_target: true }))
      expect(arranged()[1]).toMatchObject({ what: 'arrange', name: 'Settings', how: 'maximize' })
    },
  },
  {
    name: 'restore_focus: the window that had the keyboard has it again',
    options: ['restore_focus'],
    prove: async (stage) => {
      const front = async () => (await stage.desktop.foreground())?.app.name
      await (await stage.desktop.app('notes')).activate()
      worked(await click(stage, { bring_to_front: true }))
      expect(await front()).toBe('Outlook')
      await (await stage.desktop.app('notes')).activate()
      worked(await click(stage, { bring_to_front: true, restore_focus: true }))
      expect(await front()).toBe('Notes')
    },
  },
  {
    name: 'ask_person: the person is asked, and otherwise not',
    options: ['ask_person'],
    prove: async (stage) => {
      const asked: string[] = []
      const ask = (async ({ kind }: { kind: string }) => {
        asked.push(kind)
        return { action: 'decline' }
      }) as Ask
      const several = { process: 'outlook', selector: 'role:Button|name:/^Reply/' }
      await stage.call('click_element', several, { ask })
      expect(asked).toEqual([])
      await stage.call('click_element', { ...several, ask_person: true }, { ask })
      expect(asked[0]).toBe('ElementDisambiguation')
    },
  },
]

test('there is a row for each option', () => {
  expect(ROWS.flatMap(({ options }) => options).sort()).toEqual(Object.keys(elementActionOptions).sort())
})

test.each(ROWS)('$name', async ({ settings = false, prove }) => {
  await using stage = await mail({ settings })
  await prove(stage)
})

const IGNORED = ROWS.flatMap((row) => row.options.map((option) => ({ ...row, option })))

test.each(IGNORED)('it is noticed when $option is ignored', async ({ settings = false, option, prove }) => {
  // Who ignores a timeout has this one.
  await using stage = await mail({ settings, timeout: 6_000 })
  const ignoring: Mail = {
    ...stage,
    call: (tool, { [option]: _, ...input }, more) => stage.call(tool, input, more),
  }
  await expect(prove(ignoring)).rejects.toThrow()
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
