import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transpileModule } from 'typescript'
import { expect, test } from 'vitest'
import { createRegistry } from '../../lib/agent/index.js'
import { readPlan } from '../../lib/agent/workflow/file/file.js'
import { substitute } from '../../lib/agent/workflow/file/template.js'
import { generate } from '../../lib/cli/codegen/generate.js'
import { keptEdits } from '../../lib/cli/codegen/kept-edits.js'
import { allMerged, merged } from '../../lib/cli/codegen/merged.js'
import { type Located, type Setup, type Step, TARGETS } from '../../lib/cli/codegen/step.js'

/** What is recorded, and what is written for it. The texts of all targets are in codegen.txt. */

const at = (selector: string, code: string): Located => ({ selector, code: `app.${code}` })
const named = (role: string, name: string) =>
  at(`role:${role}|name:"${name}"`, `getByRole('${role}', { name: '${name}' })`)
const field = named('textbox', 'To')
const password = named('textbox', 'Password')
const list = named('combobox', 'Folder')

// Quotes of every kind, and what begins a placeholder in a workflow.
const TEXT = ['Ann O\'Neil \\ "x" {{who}} $', '{{env}} `\n'].join('')

const STEPS: Step[] = [
  { verb: 'click', target: named('button', 'New') },
  // A click that gives the focus, and a text in two pieces.
  { verb: 'click', target: field },
  { verb: 'fill', target: field, typed: { text: 'Ann O' } },
  { verb: 'fill', target: field, typed: { text: TEXT } },
  { verb: 'press', target: field, key: 'Enter' },
  { verb: 'pressSequentially', target: field, typed: { text: 'a' } },
  { verb: 'pressSequentially', target: field, typed: { text: 'b' } },
  { verb: 'click', target: password },
  { verb: 'fill', target: password, typed: { secret: 'PASSWORD' } },
  { verb: 'fill', target: password, typed: { secret: 'PASSWORD' } },
  { verb: 'check', target: named('checkbox', 'Sign') },
  { verb: 'uncheck', target: named('checkbox', 'Encrypt') },
  { verb: 'click', target: list },
  { verb: 'selectOption', target: list, option: 'Sent: all' },
  { verb: 'menu', path: ['File'] },
  { verb: 'menu', path: ['File', 'Export'] },
  { verb: 'menu', path: ['File', 'Export', 'PDF…'] },
  { verb: 'press', key: 'Control+s' },
  { verb: 'type', text: 'o' },
  { verb: 'type', text: 'n' },
  { verb: 'dblclick', target: named('row', 'Letter') },
  { verb: 'rightClick', target: named('row', 'Letter'), position: { x: '50%', y: '12.5%' } },
  { verb: 'click', target: named('row', 'Draft'), modifiers: ['Control', 'Shift'] },
  { verb: 'scroll', target: named('list', 'Letters'), x: 0, y: 2 },
  { verb: 'scroll', target: named('list', 'Letters'), x: -1, y: 1 },
  { verb: 'dragTo', target: named('row', 'Letter'), to: named('treeitem', 'Archive') },
  { verb: 'hover', target: named('button', 'Send') },
  { verb: 'expect', target: field, claim: { has: 'value', text: 'Ann' } },
  { verb: 'expect', target: at('id:status', "getByTestId('status')"), claim: { has: 'text', text: 'Saved' } },
  { verb: 'expect', target: named('dialog', 'Sending'), claim: { is: 'hidden' } },
  { verb: 'expect', target: named('checkbox', 'Sign'), claim: { is: 'checked' } },
  { verb: 'expect', target: named('checkbox', 'Encrypt'), claim: { is: 'unchecked' } },
  { verb: 'expect', target: named('button', 'Send'), claim: { is: 'visible' } },
  { verb: 'expect', target: named('button', 'Send'), claim: { is: 'visible' } },
]

const HEADLESS: Setup = {
  desktop: { kind: 'headless' },
  start: { command: 'mail', args: ['--new', "it's"] },
  process: 'mail',
}
const SETUPS: Record<string, Setup> = {
  headless: { ...HEADLESS, start: { command: 'mail', args: [] } },
  'this desktop': { ...HEADLESS, desktop: { kind: 'real' } },
  'a program that runs': { desktop: { kind: 'real' }, start: { app: 'mail' }, process: 'mail' },
  'a simulated desktop': {
    desktop: { kind: 'simulated', world: 'mail.json' },
    start: { app: 'Mail' },
    process: 'Mail',
  },
}

test('every target has the text that codegen.txt keeps', async () => {
  const all = TARGETS.map((target) => `=== ${target}\n${generate(target, HEADLESS, allMerged(STEPS))}`)
  const frames = Object.entries(SETUPS).flatMap(([name, setup]) =>
    TARGETS.map((target) => `=== ${target}, ${name}\n${generate(target, setup, [{ verb: 'menu', path: ['Quit'] }])}`),
  )
  await expect([...all, ...frames].join('\n')).toMatchFileSnapshot('codegen.txt')
})

test('what is written in TypeScript has no syntax error', () => {
  for (const setup of [HEADLESS, ...Object.values(SETUPS)]) {
    for (const target of ['script', 'vitest', 'jest'] as const) {
      const code = generate(target, setup, allMerged(STEPS))
      expect(transpileModule(code, { reportDiagnostics: true }).diagnostics, code).toEqual([])
    }
  }
})

test('the parser of workflows takes what is written for it, and braces in a text stand for themselves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surehand-codegen-'))
  try {
    const tools = createRegistry(async () => {
      throw new Error('no desktop is needed')
    }).stepNames
    for (const [name, setup] of Object.entries({ ...SETUPS, HEADLESS })) {
      const file = join(folder, `${name}.yml`)
      await writeFile(file, generate('workflow', setup, allMerged(STEPS)))
      const { plan } = await readPlan(file, { tools })
      expect(plan.steps.length).toBeGreaterThan(20)
      const filled = plan.steps.find(({ tool_name }) => tool_name === 'set_value')
      expect(substitute(filled?.arguments?.value ?? '', () => '')).toBe(TEXT)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.each<[string, Step, Step, boolean]>([
  [
    'clicks on two fields',
    { verb: 'click', target: field },
    { verb: 'fill', target: list, typed: { text: '' } },
    false,
  ],
  [
    'a click at the caret before keys',
    { verb: 'click', target: field },
    { verb: 'pressSequentially', target: field, typed: { text: 'a' } },
    false,
  ],
  [
    'a click with a modifier',
    { verb: 'click', target: field, modifiers: ['Shift'] },
    { verb: 'fill', target: field, typed: { text: 'a' } },
    false,
  ],
  ['the same menu again', { verb: 'menu', path: ['File'] }, { verb: 'menu', path: ['File'] }, false],
  ['another menu', { verb: 'menu', path: ['File'] }, { verb: 'menu', path: ['Edit', 'Undo'] }, false],
  ['two clicks', { verb: 'click', target: field }, { verb: 'click', target: field }, false],
  ['a menu on the way', { verb: 'menu', path: ['File'] }, { verb: 'menu', path: ['File', 'Quit'] }, true],
])('%s: merged or not', (_, before, next, isMerged) => {
  expect(merged(before, next)).toEqual(isMerged ? next : undefined)
})

const CODE = ['test(() => {', '  start()', '  one()', '})']
test.each<[string, string[], string[], string[]]>([
  [
    'nothing edited',
    CODE,
    [...CODE.slice(0, 3), '  two()', '})'],
    ['test(() => {', '  start()', '  one()', '  two()', '})'],
  ],
  [
    'a comment in between',
    ['test(() => {', '  start()', '  // first', '  one()', '})'],
    [...CODE.slice(0, 3), '  two()', '})'],
    ['test(() => {', '  start()', '  // first', '  one()', '  two()', '})'],
  ],
  [
    'the last line edited, and another step comes',
    ['test(() => {', '  start()', '  one(1)', '})'],
    [...CODE.slice(0, 3), '  two()', '})'],
    ['test(() => {', '  start()', '  one(1)', '  two()', '})'],
  ],
  [
    'the end edited, and the last step is another one',
    ['test(() => {', '  start()', '  one()', '  end()', '})', '// end'],
    [...CODE.slice(0, 2), '  one(2)', '})'],
    ['test(() => {', '  start()', '  one(2)', '  end()', '})', '// end'],
  ],
  [
    'the last step goes',
    ['// mine', ...CODE],
    ['test(() => {', '  start()', '})'],
    ['// mine', 'test(() => {', '  start()', '})'],
  ],
])('%s: what a person edited stays when the recording goes on', (_, edited, after, expected) => {
  expect(keptEdits(edited.join('\n'), CODE.join('\n'), after.join('\n'))).toBe(expected.join('\n'))
})
