import { describe, expect, test } from 'vitest'
import type { Step } from '../../lib/cli/daemon/history.js'
import { written } from '../../lib/cli/daemon/written-history.js'

const STEPS: Step[] = [
  { tool: 'open', input: { app_name: 'mousepad', args: ['notes.txt'], cwd: '/tmp' } },
  { tool: 'type', input: { selector: 'role:textbox|name:Text', text: "it's" }, effect: 'verified', app: 'mousepad' },
  {
    tool: 'act',
    input: { verb: 'menu', value: 'File > Save As…', verify_element_exists: 'role:dialog|name:"Save As"' },
    effect: 'verified',
    app: 'mousepad',
  },
  {
    tool: 'act',
    input: { verb: 'click', selector: 'role:dialog >> role:button|name:Save' },
    effect: 'changed',
    app: 'mousepad',
  },
  { tool: 'check', input: { selector: 'role:dialog', condition: 'gone' } },
  { tool: 'type', input: { key: 'Control+s' }, effect: 'changed', app: 'mousepad' },
  {
    tool: 'act',
    input: { verb: 'choose', selector: 'role:combobox|first', value: 'Red' },
    effect: 'verified',
    app: 'mousepad',
  },
  {
    tool: 'type',
    input: { selector: 'name:Password', text: '{{secret}}' },
    effect: 'verified',
    app: 'mousepad',
    isSecret: true,
  },
]

describe('what a session did', () => {
  test('is a list to read', async () => {
    const lines = (await written(STEPS, 'list')).split('\n')
    expect(lines[0]).toBe('1\topen mousepad {"args":["notes.txt"],"cwd":"/tmp"}')
    expect(lines[3]).toBe('4\tclick role:dialog >> role:button|name:Save: changed')
    expect(await written([], 'script')).toBe('Nothing was done in this session yet.')
  })

  test('is a workflow, in which a protected text is a variable', async () => {
    const text = await written(STEPS, 'workflow')
    expect(text).toContain('- tool_name: open\n    arguments:\n      app_name: mousepad')
    expect(text).toContain('verify_element_exists: role:dialog|name:"Save As"')
    expect(text).toContain('  secret:\n    type: string\n    required: true\n    secret: true')
  })

  test('has what was done at points of the screen, and with keys held down', async () => {
    const drag = { start_x: 300, start_y: 120, end_x: 400, end_y: 200 }
    const steps: Step[] = [
      { tool: 'act', input: { verb: 'click', x: 300, y: -2 }, effect: 'changed', app: 'drawing' },
      { tool: 'act', input: { verb: 'right_click', x: 300, y: -2 }, effect: 'changed', app: 'drawing' },
      { tool: 'act', input: { verb: 'click', selector: 'name:b.txt', modifiers: ['Control'] }, effect: 'changed' },
      { tool: 'mouse_drag', input: drag, effect: 'changed', app: 'drawing' },
    ]
    expect((await written(steps, 'script')).split('\n').slice(-4)).toEqual([
      'await desktop.point(300, -2).click()',
      'await desktop.point(300, -2).rightClick()',
      "await app.locator('name:b.txt').click({ modifiers: ['Control'] })",
      'await desktop.point(300, 120).dragTo(desktop.point(400, 200))',
    ])
    expect(await written(steps, 'list')).toContain('mouse_drag {"start_x":300,"start_y":120')
  })

  test('is a script in the words of the SDK', async () => {
    expect((await written(STEPS, 'script')).split('\n')).toEqual([
      "import { Desktop } from 'surehand'",
      '',
      'await using desktop = await Desktop.open()',
      `const app = await desktop.launch({ command: 'mousepad', args: ["notes.txt"] })`,
      `await app.getByRole('textbox', { name: 'Text' }).fill('it\\'s')`,
      `await app.menu('File', 'Save As…').click({ verify: { exists: 'role:dialog|name:"Save As"' } })`,
      `await app.getByRole('dialog').getByRole('button', { name: 'Save' }).click()`,
      `await app.getByRole('dialog').waitFor({ state: 'hidden' })`,
      `await app.window().press('Control+s')`,
      `await app.getByRole('combobox').first().selectOption('Red')`,
      `await app.locator('name:Password').fill(process.env.SECRET ?? '')`,
    ])
  })
})
