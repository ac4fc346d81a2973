import { expect, test } from 'vitest'
import { Form } from './support/form.js'
import { expectTruth, headless } from './support/settled.js'
import type { Rule } from './support/truth.js'

const RULES: Rule[] = [
  {
    name: 'visible is worked out',
    because: 'GTK 4 says SHOWING of windows only; here what is mapped, in a window that shows, is visible',
    explains: ({ what, detail }) => what === 'states' && detail === '+visible',
  },
  {
    name: 'screen coordinates',
    because: 'GTK 4 answers in coordinates of the window, whatever is asked for; here they are those of the screen',
    explains: ({ what, ours, truth }) =>
      what === 'bounds' &&
      ours?.bounds?.width === truth?.bounds?.width &&
      ours?.bounds?.height === truth?.bounds?.height,
  },
  {
    name: 'the class of a widget is no name',
    because: 'GTK 4.8 calls what nobody named by its class: GtkBuiltinIcon, GtkToggleButton',
    explains: ({ what, ours, truth }) =>
      what === 'name' && (ours?.name ?? '') === '' && /^(Gtk|Adw|Editor)[A-Z]\w+$/.test(truth?.name ?? ''),
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
  const outline = snapshot.toText()
  expect(outline).not.toContain('"Gtk')
  for (const name of ['radiobutton', 'togglebutton', 'link button', 'Large Title', 'NYC', 'Minimize']) {
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
