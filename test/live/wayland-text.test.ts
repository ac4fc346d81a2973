import { describe, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import type { Desktop } from '../../lib/sdk/index.js'
import { LONG } from '../long.js'
import { PATIENCE } from '../patience.js'
import { Form, type FormToolkit, type Spawner } from './support/form.js'
import { KwinSession, noKwin } from './support/kwin.js'
import { GnomeSession, noGnome } from './support/mutter.js'
import { noSway } from './support/sway.js'

// Words of many scripts, so that each layout has some of them and lacks others.
const WORDS = [
  'Zürich',
  'naïve',
  'łódź',
  'Ελλάδα',
  'Москва',
  'مرحبا',
  '世界',
  'こんにちは',
  '😀',
  'plain',
  '{}~€@',
  "d'été",
  'ß',
]
// Characters: of each text, and in the long form.
const [SHORT, MANY] = [200, 5_000]

function textOf(length: number): string {
  let text = ''
  for (let at = 0; [...text].length < length; at++) text += `${at === 0 ? '' : ' '}${WORDS[at % WORDS.length]}`
  return [...text].slice(0, length).join('').trimEnd()
}

const COMPOSITORS = {
  sway: { missing: noSway, start: startSway },
  KWin: { missing: noKwin, start: startKwin },
  GNOME: { missing: noGnome, start: startGnome },
}
const LAYOUTS = LONG ? ['us', 'de', 'fr', 'ru', 'ara'] : ['fr']
const TOOLKITS: readonly FormToolkit[] = ['gtk3', 'gtk4', 'qt6']

describe.each(Object.entries(COMPOSITORS))('on %s', (_name, { missing, start }) => {
  const cases = LAYOUTS.flatMap((layout) => TOOLKITS.map((toolkit) => [toolkit, layout] as const))
  test.skipIf(missing !== '').each(cases)(
    `%s gets a text of all scripts with the layout %s while it is slow${missing && ` (skipped: ${missing})`}`,
    async (toolkit, layout) => {
      await using place = await start(layout)
      const form = await Form.start(place.spawner, toolkit)
      const customer = (await place.desktop.app({ pid: form.pid })).getByLabel('Customer')
      const text = textOf(LONG ? MANY : SHORT)
      const slow = slowed(form)
      const receipt = await customer.pressSequentially(text, { timeout: 600_000 })
      slow.end()
      expect(receipt).toMatchObject({ effect: 'verified', confirmed: true })
      await form.received({ event: 'text', name: 'Customer', value: text })
      expect(await customer.inputValue()).toBe(text)
    },
  )
})

/** Stops the program for 60 ms of every 150, so that what is sent waits for it. */
function slowed(form: Form) {
  const stopping = setInterval(() => {
    form.signal('SIGSTOP')
    setTimeout(() => form.signal('SIGCONT'), 60)
  }, 150)
  return {
    end() {
      clearInterval(stopping)
      form.signal('SIGCONT')
    },
  }
}

interface Place extends AsyncDisposable {
  spawner: Spawner
  desktop: Desktop
}

async function startSway(layout: string): Promise<Place> {
  const session = await HeadlessSession.start({ display: 'wayland', environment: { XKB_DEFAULT_LAYOUT: layout } })
  const desktop = await session.desktop({ defaultTimeout: PATIENCE })
  return { spawner: session, desktop, [Symbol.asyncDispose]: () => session.stop() }
}

async function startKwin(layout: string): Promise<Place> {
  return openedIn(await KwinSession.start({ layout }))
}

async function startGnome(layout: string): Promise<Place> {
  const session = await GnomeSession.start('unsafe shell')
  const sources = `new GLib.Variant("a(ss)", [["xkb", "${layout}"]])`
  session.run(`new Gio.Settings({ schema_id: "org.gnome.desktop.input-sources" }).set_value("sources", ${sources})`)
  return openedIn(session)
}

async function openedIn(session: KwinSession | GnomeSession): Promise<Place> {
  const desktop = await session.desktop()
  return {
    spawner: session,
    desktop,
    async [Symbol.asyncDispose]() {
      await desktop.dispose()
      await session[Symbol.asyncDispose]()
    },
  }
}
