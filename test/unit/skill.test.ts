import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { WITHOUT_TREE } from '../../lib/agent/tools/see/get-window-tree.js'
import { printed } from '../../lib/cli/daemon/answer.js'
import { SESSION_COMMANDS } from '../../lib/cli/daemon/commands.js'
import { parsed } from '../../lib/cli/daemon/line.js'
import { SKILL } from '../../lib/cli/daemon/skill.js'
import { DAEMON_WORDS } from '../../lib/cli/daemon/words.js'

test('the skill file is for a model: at most 1,500 tokens', () => {
  expect(encode(SKILL).length).toBeLessThanOrEqual(1_500)
})

test('it names every command of a session', () => {
  expect(SESSION_COMMANDS.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(SKILL))).toEqual(
    [],
  )
})

test('what a running daemon is asked without the definitions of commands is what they define', async () => {
  const { out = '' } = (await parsed(['--help'], '/')) as { out?: string }
  const defined = [...out.matchAll(/^ {2}(\w+) [[<]/gm)].map(([, name]) => name).filter((name) => name !== 'help')
  expect(defined.sort()).toEqual([...DAEMON_WORDS].sort())
})

test('a click may be on a word that was read off the screen', async () => {
  expect(await parsed(['click', '#3'], '/')).toMatchObject({
    call: { tool: 'act', input: { verb: 'click', index: 3, vision_type: 'ocr' } },
  })
  expect(await parsed(['click', '@e3'], '/')).toMatchObject({ call: { input: { selector: 'ref:e3' } } })
})

test('a ref is an element with its @ and without', async () => {
  for (const target of ['@e3', 'e3', 'ref:e3'])
    expect(await parsed(['get', target], '/')).toMatchObject({ call: { input: { selector: 'ref:e3' } } })
  expect(await parsed(['get', 'name:e3'], '/')).toMatchObject({ call: { input: { selector: 'name:e3' } } })
})

test('keys are held down during a press', async () => {
  expect(await parsed(['click', '@e3', '--modifiers', 'Control+Shift'], '/')).toMatchObject({
    call: { tool: 'act', input: { verb: 'click', selector: 'ref:e3', modifiers: ['Control', 'Shift'] } },
  })
})

test('a press and a drag may be at points of the screen', async () => {
  expect(await parsed(['rightclick', '300,-2'], '/')).toMatchObject({
    call: { tool: 'act', input: { verb: 'right_click', x: 300, y: -2 } },
  })
  expect(await parsed(['drag', '300,120', '400,200'], '/')).toMatchObject({
    call: { tool: 'mouse_drag', input: { start_x: 300, start_y: 120, end_x: 400, end_y: 200 } },
  })
  expect(await parsed(['drag', '@e3', 'name:Trash'], '/')).toMatchObject({
    call: { tool: 'act', input: { verb: 'drag', selector: 'ref:e3', value: 'name:Trash' } },
  })
})

test('what works with a program without a tree is said in commands', () => {
  const result = { content: [{ type: 'text' as const, text: `1 elements.${WITHOUT_TREE}` }], structuredContent: {} }
  const { out } = printed(result, { json: false, name: 'tree', out: '' })
  expect(out).toContain("see --ocr reads its words, which click '#N' clicks")
  expect(out).not.toMatch(/include_ocr|vision_type|selector/)
})

test('a command that is wrong is answered without a daemon: its usage, and 2', async () => {
  const wrong = await parsed(['click'], '/')
  expect(wrong).toMatchObject({ code: 2, error: expect.stringContaining('Usage: surehand click') })
  expect(await parsed(['click', 'name:a', '--twice'], '/')).toMatchObject({ code: 2 })
  expect(await parsed(['click', '--help'], '/')).toMatchObject({ code: 0, out: expect.stringContaining('--verify') })
})
