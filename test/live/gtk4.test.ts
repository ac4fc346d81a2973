import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failing } from '../contract/program.js'
import { PATIENCE } from '../patience.js'
import { Form } from './support/form.js'
import { DISPLAY } from './support/session.js'
import { expectTruth, headless, OF_THE_WINDOW } from './support/settled.js'
import type { OurNode, Rule } from './support/truth.js'

const POLL = { timeout: PATIENCE }

/** The texts in an element, as far as they are those of labels. */
function textsIn(node: OurNode | undefined): string[] {
  return (node?.children ?? []).flatMap((child) => (child.role === 'text' ? [child.name ?? ''] : textsIn(child)))
}

const RULES: Rule[] = [
  {
    name: 'visible is worked out',
    because: 'GTK 4 says SHOWING of windows only; here what is mapped, in a window that shows, is visible',
    explains: ({ what, detail }) => what === 'states' && detail === '+visible',
  },
  {
    name: 'a push button that is pressed is a toggle button',
    because: 'GTK 4.8 gives toggle buttons the role of a push button, and the state to those that are down alone',
    explains: ({ what, detail, truth }) =>
      what === 'states' && /^\+pressed( \+visible)?$/.test(detail) && truth?.role === 'push button',
  },
  {
    name: 'what is in something disabled is disabled',
    because: 'GTK 4.8 says it of the widget that was disabled alone',
    explains: ({ what, detail }) => what === 'states' && /^(\+visible )?-enabled$/.test(detail),
  },
  OF_THE_WINDOW,
  {
    name: 'the class of a widget is no name',
    because: 'GTK 4.8 calls what nobody named by its class: GtkBuiltinIcon, GtkToggleButton',
    explains: ({ what, ours, truth }) =>
      what === 'name' && (ours?.name ?? '') === '' && /^(Gtk|Adw|Editor)[A-Z]\w+$/.test(truth?.name ?? ''),
  },
  {
    name: 'a row or a button without a name is named by the text that it shows',
    because: 'GTK 4.8 gives rows no name, and buttons that hold more than a label that of their class',
    explains: ({ what, ours, truth }) =>
      what === 'name' &&
      (truth?.name === '' || /^Gtk[A-Z]\w+$/.test(truth?.name ?? '')) &&
      (ours?.name ?? '') === textsIn(ours).join(' '),
  },
  {
    name: 'a button is named once',
    because:
      'GTK 4.8 says the label of a button with its underscore, and then that of the label in it: `S_elect Select`',
    explains: ({ what, ours, truth }) => {
      const shown = ours?.name ?? ''
      return what === 'name' && shown !== '' && truth?.name?.replace('_', '') === `${shown} ${shown}`
    },
  },
]

test('gtk4-widget-factory: names, roles, states and structure are those that libatspi reads', async () => {
  await using place = await headless()
  const { session, desktop } = place
  const app = await desktop.launch('gtk4-widget-factory')
  const { snapshot } = await expectTruth(session, app, { atLeast: 800, rules: RULES })
  expect(snapshot.complete).toBe(true)
  expect(app.toolkit).toMatch(/^GTK 4/i)
  expect(snapshot.findAll('name:/^Gtk[A-Z]/')).toEqual([])
  const outline = snapshot.toString()
  expect(outline).not.toContain('"Gtk')
  // sway minimizes no window, so GTK shows no button for it there.
  const button = DISPLAY === 'wayland' ? 'Close' : 'Minimize'
  for (const name of ['radiobutton', 'togglebutton', 'link button', 'Large Title', 'NYC', button]) {
    expect(outline).toContain(`"${name}"`)
  }
})

test('the form, whose notebook pages are not in the cache before somebody asks for them, is read whole all the same', async () => {
  await using place = await headless()
  const { session, desktop } = place
  const form = await Form.start(session, 'gtk4')
  const app = await desktop.app({ pid: form.pid })
  const { snapshot } = await expectTruth(session, app, { atLeast: 480, rules: RULES })
  expect(snapshot.findAll('role:listitem')).toHaveLength(200)
})

test('the page of a stack or notebook that was left does not show, nor does what a closed revealer holds', async () => {
  await using place = await headless()
  const { desktop } = place
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'left_gtk4.py')
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const shown = async () => {
    const named = (await app.snapshot()).findAll('visible:true|name:/text|First button|Disabled|Revealed|Near|Far/')
    return [...new Set(named.map((node) => node.name))].sort()
  }
  const first = ['First button', 'First text', 'Front text', 'Near button', 'Near text', 'Revealed button']
  const second = ['Back text', 'Disabled button', 'Far button', 'Far text', 'Second text']
  await expect.poll(shown, POLL).toEqual(first)
  await app.locator('role:button|name:Go on').click()
  await expect.poll(shown, POLL).toEqual(second)

  // Read without places, and element by element, it is the same.
  const left = app.locator('role:button|name:First button')
  expect(await left.isVisible()).toBe(false)
  expect(await app.locator('role:button|name:Near button').isVisible()).toBe(false)
  expect(await app.locator('role:button|name:Far button').isVisible()).toBe(true)
  expect(await app.locator('role:button|name:Disabled button').isVisible()).toBe(true)
  expect((await left.snapshot()).root.state('visible')).toBe(false)
  const refused = await failing(500, (timeout) => left.click({ timeout }))
  expect(refused).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
  expect(await app.tree()).not.toContain('First')

  await app.locator('role:button|name:Go back').click()
  await expect.poll(shown, POLL).toEqual(first)
  expect(await left.isVisible()).toBe(true)
})

test('what is in something disabled shows and is disabled, and nothing in it is pressed', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'barred_gtk4.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const allow = app.getByRole('button', { name: 'Allow' })
  const send = app.getByRole('button', { name: 'Send' })
  const inside = async () => {
    const nodes = (await app.snapshot()).findAll('role:button|name:Send, role:textbox, role:checkbox, name:Paged')
    return nodes.map((node) => [node.state('visible'), node.state('enabled')])
  }
  await expect.poll(inside, POLL).toEqual(Array(4).fill([true, false]))
  // Read element by element it is the same.
  expect(await send.isEnabled()).toBe(false)
  expect(await app.getByText('Paged').isVisible()).toBe(true)
  expect((await send.snapshot()).root.state('enabled')).toBe(false)
  expect(await app.getByRole('checkbox', { disabled: true }).count()).toBe(1)
  for (const refused of [
    await failing(500, (timeout) => send.click({ timeout })),
    await failing(500, (timeout) => app.getByRole('textbox').fill('others', { timeout })),
  ])
    expect(refused).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })

  await allow.click()
  await expect.poll(inside, POLL).toEqual(Array(4).fill([true, true]))
  await send.click()
  await expect.poll(async () => (await app.program?.stdout())?.trim(), POLL).toBe('sent')
})

test('a program whose windows come and go lives while it is read', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'windows_gtk4.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  for (let time = 0; time < 100; time++) await app.snapshot()
  expect(await app.program?.exitStatus()).toBeUndefined()
  // A window that goes while it is read is cut from the tree: then there may be more.
  expect([1, { atLeast: 1 }]).toContainEqual(await app.getByText('here').count({ atLeast: true }))
})

test('keys go to a row of libadwaita that is a field, though it never says that it has the focus', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'entry_row_gtk4.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const row = (name: string) => app.getByRole('textbox', { name })
  await row('Title').fill('abcdef')
  await row('Title').setCaret(2)
  expect(await row('Title').pressSequentially('XX')).toMatchObject({ effect: 'verified' })
  await row('Place').pressSequentially('here')
  expect(await row('Title').press('Enter')).toMatchObject({ route: 'input' })
  expect([await row('Title').inputValue(), await row('Place').inputValue()]).toEqual(['abXXcdef', 'here'])
  const said = async () => ((await app.program?.stdout()) ?? '').trim().split('\n').at(-1)
  await expect.poll(said, { timeout: PATIENCE }).toBe('enter Title')
})
