import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRegistry, type Registry } from '../../lib/agent/index.js'
import { serverFactory } from '../../lib/agent/mcp/index.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import type { Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { FORM_TOOLKITS, Form, type FormToolkit } from './support/form.js'

// Mistakes that models make, over MCP on the order form: each is answered with its code, in the words of tools and their arguments, with
// what to do next, and nothing is done by it. docs/agents.md has the table.

type Input = Record<string, unknown>
/** What the call is, its code, and what its answer has to say. */
type Mistake = readonly [input: Input, code: string, ...says: (string | RegExp)[]]

const click = (selector: string, more: Input = {}): Input => ({ tool: 'act', verb: 'click', selector, ...more })
const save = 'role:button|name:Save'

const MISTAKES: Record<string, Mistake> = {
  'a name that is almost right': [click('role:button|name:Sav'), 'NOT_FOUND', 'nearly: button "Save"'],
  'a wrong role': [click('role:link|name:Save'), 'NOT_FOUND', 'nearly: button "Save"', 'but not role:link'],
  'a role that does not exist': [click('role:btn|name:Save'), 'INVALID_SELECTOR', 'there is no role "btn"'],
  XPath: [click('//button[@name="Save"]'), 'INVALID_SELECTOR', 'did you mean "role:button|name:'],
  CSS: [click('button.save'), 'INVALID_SELECTOR', 'did you mean "role:button|class:save"'],
  'text= of Playwright': [click('text=Save'), 'INVALID_SELECTOR', 'did you mean "text:Save"'],
  'a locator of Playwright': [
    click("getByRole('button', { name: 'Save' })"),
    'INVALID_SELECTOR',
    'did you mean "role:button|name:*Save*"',
  ],
  'a name alone': [click('Save'), 'INVALID_SELECTOR', 'did you mean "name:Save"'],
  'a ref that was never given, as outlines have them': [click('e9999'), 'STALE', 'Read the tree again'],
  'a ref that was never given': [click('ref:e9999'), 'STALE', 'Read the tree again'],
  'an index that was never given': [{ tool: 'act', verb: 'click', index: 99_999 }, 'STALE', 'Read the tree again'],
  'what two are called': [click('role:button|name:Undo'), 'AMBIGUOUS', 'could be: button "Undo"'],
  'a disabled button': [click('role:button|name:Submit'), 'NOT_ACTIONABLE', 'it is disabled'],
  'another window': [click(save, { window_selector: 'role:dialog|name:Save' }), 'NOT_FOUND', 'window "Order form"'],
  'an entry that a menu has not': [
    { tool: 'act', verb: 'menu', value: 'File > Opne' },
    'NOT_FOUND',
    'File > Opne is not there',
    'nearly: menuitem "Open"',
  ],
  'a menu that is a button': [
    { tool: 'act', verb: 'menu', value: 'Save > Copy' },
    'NOT_FOUND',
    'button "Save" opens no menu',
  ],
  'a menu of one name that is a button': [
    { tool: 'act', verb: 'menu', value: 'Save' },
    'NOT_FOUND',
    'button "Save" opens no menu',
  ],
  'an option that a list has not': [
    { tool: 'act', verb: 'choose', selector: 'role:combobox|name:Country', value: 'Germany' },
    'NOT_FOUND',
    'no option "Germany"',
  ],
  'an option of a button': [
    { tool: 'act', verb: 'choose', selector: save, value: 'x' },
    'NOT_ACTIONABLE',
    'a button, and that has no options',
  ],
  'a tick on a button': [{ tool: 'act', verb: 'check', selector: save }, 'NOT_ACTIONABLE', 'cannot be selected'],
  'a value of a button': [{ tool: 'act', verb: 'set', selector: save, value: 'x' }, 'NOT_ACTIONABLE', 'takes no text'],
  'a number out of range': [
    { tool: 'act', verb: 'set', selector: 'role:slider|name:Volume', value: 500 },
    'INVALID_ARGUMENT',
    'from 0 to 100',
  ],
  'a text into a button': [{ tool: 'type', selector: save, text: 'x' }, 'NOT_ACTIONABLE', 'takes no text'],
  'a key that does not exist': [{ tool: 'type', key: 'Ctrl+Foo' }, 'INVALID_ARGUMENT', "no key 'Foo'", 'Enter'],
  'neither text nor key': [{ tool: 'type', selector: 'role:textbox|name:Customer' }, 'INVALID_ARGUMENT', 'text or key'],
  'a program that does not run': [{ ...click(save), process: 'gedit' }, 'APP_NOT_FOUND', 'Running:'],
  'a program that is not installed': [
    { tool: 'open', app_name: 'no-such-program' },
    'APP_NOT_FOUND',
    'is it installed',
  ],
  'a misspelt argument': [{ tool: 'act', verb: 'click', selecter: save }, 'INVALID_ARGUMENT', 'did you mean selector'],
  'a verb that does not exist': [
    { tool: 'act', verb: 'press', selector: save },
    'INVALID_ARGUMENT',
    'click, double_click',
  ],
  'nothing to click': [{ tool: 'act', verb: 'click' }, 'INVALID_ARGUMENT', 'selector, index, or x and y'],
  'a point that is nowhere': [{ tool: 'act', verb: 'click', x: 9000, y: 9000 }, 'INVALID_ARGUMENT', '9000,9000'],
  'a direction that does not exist': [
    { tool: 'act', verb: 'scroll', selector: save, value: 'sideways' },
    'INVALID_ARGUMENT',
    'value must be one of up, down',
  ],
  'an action that it has not': [
    { tool: 'act', verb: 'invoke', selector: save, value: 'explode' },
    'NOT_ACTIONABLE',
    "no action 'explode'; its actions: ",
  ],
  'a target that is not there': [
    { tool: 'act', verb: 'drag', selector: save, value: 'role:list|name:Nope' },
    'NOT_FOUND',
    'role:list|name:Nope matches nothing',
  ],
  'a negative timeout': [click(save, { timeout_ms: -5 }), 'INVALID_ARGUMENT', 'timeout_ms must be >= 1'],
  'a condition that is no selector': [click(save, { verify_element_exists: 'role:' }), 'INVALID_SELECTOR', 'is empty'],
  'a condition that does not exist': [
    { tool: 'check', selector: save, condition: 'shiny' },
    'INVALID_ARGUMENT',
    'condition must be one of visible, hidden',
  ],
  'what does not come': [
    { tool: 'check', selector: 'role:dialog|name:Nope', condition: 'visible', timeout_ms: 300 },
    'TIMEOUT',
    'matches nothing',
  ],
  'a tool that more does not lead to': [
    { tool: 'more', called: 'click_elment' },
    'INVALID_ARGUMENT',
    'Did you mean click_element',
  ],
  'a step with a wrong tool': [
    { tool: 'run', steps: [{ tool_name: 'click_elment', arguments: {} }] },
    'INVALID_ARGUMENT',
    'steps[0].tool_name',
    "Did you mean 'click_element'",
  ],
}

// Toolkits keep these in the tree, hidden, with what they are in (GTK 3); others make them when they show.
const IN_GTK3: Record<string, Mistake> = {
  'what two are called in two groups': [
    click('role:button|name:Edit'),
    'AMBIGUOUS',
    'in group "Billing"',
    'in group "Shipping"',
  ],
  'an entry of a closed menu': [
    click('role:menuitem|name:Open'),
    'NOT_ACTIONABLE',
    'in the menu "File", which is closed',
    'press "File" first',
  ],
  'what another tab has': [
    click('role:button|name:Reset'),
    'NOT_ACTIONABLE',
    'on the tab "Advanced", which is not selected',
  ],
  'what is collapsed': [
    click('role:text|name:"Expanded text"'),
    'NOT_ACTIONABLE',
    'in button "More", which is collapsed',
  ],
}

// What only who writes code can do.
const METHODS = /\bapp\.|\blocator\b|\bfirst\(\)|\bfill\(|insertText|\bsnapshot\b|\(check: |window\.press/

// A menu is opened to look at its entries, a list to look at its options, and both are closed again.
const PREPARES = new Set(['pointer', 'key'])

/** A busy machine may not end one look within a short time: then the call gets more. */
async function answerTo(client: Client, name: string, input: Input): Promise<{ isError?: boolean; text: string }> {
  const result = await client.callTool({ name, arguments: input })
  const text = (result.content as { text?: string }[]).map((part) => part.text ?? '').join('\n')
  const { timeout_ms: given } = input
  const wasHurried = typeof given === 'number' && given > 0 && given < PATIENCE && text.includes('INCOMPLETE_TREE')
  if (wasHurried) return answerTo(client, name, { ...input, timeout_ms: 10 * given })
  return { isError: result.isError as boolean | undefined, text }
}

describe.each(FORM_TOOLKITS)('on the form of %s', (toolkit: FormToolkit) => {
  let session: HeadlessSession
  let desktop: Desktop
  let form: Form
  let registry: Registry
  let client: Client

  beforeAll(async () => {
    session = await HeadlessSession.start({ width: 1280, height: 960 })
    desktop = await session.desktop()
    form = await Form.start(session, toolkit)
    registry = createRegistry(desktop, { profile: 'core', timeout: PATIENCE })
    const server = (await serverFactory(registry, '0.0.0'))()
    const [mine, its] = InMemoryTransport.createLinkedPair()
    await server.connect(its)
    client = new Client({ name: 'test', version: '0' })
    await client.connect(mine)
    await client.callTool({ name: 'see', arguments: { process: form.pid } })
  })
  afterAll(async () => {
    await client?.close()
    await registry?.end()
    await form?.end()
    await desktop?.dispose()
    await session?.stop()
  })

  const mistakes = toolkit === 'gtk3' ? { ...MISTAKES, ...IN_GTK3 } : MISTAKES
  test.each(Object.entries(mistakes))('%s', async (_, [{ tool, called, ...input }, code, ...says]) => {
    form.forget()
    const whose = { act: { process: form.pid }, type: { process: form.pid }, check: { process: form.pid } }
    const more = called === undefined ? {} : { tool: called }
    const place = whose[tool as keyof typeof whose] ?? {}
    const { isError, text } = await answerTo(client, tool as string, { ...place, ...input, ...more })
    expect(isError, text).toBe(true)
    expect(text).toContain(`failed: ${code}. Nothing was sent.`)
    for (const words of says) expect(text).toMatch(words)
    expect(text).not.toMatch(METHODS)
    expect(form.events.filter(({ event }) => !PREPARES.has(event))).toEqual([])
  })

  test('a tool that does not exist', async () => {
    const call = client.callTool({ name: 'click', arguments: { process: form.pid, selector: save } })
    await expect(call).rejects.toThrow('There is no tool click here. act does it: { verb: "click"')
  })
})
