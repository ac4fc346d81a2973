/**
 * npm run bench:wayland [-- --only gtk3 --rounds <n>]
 *
 * What an action costs on Wayland (sway) beside X11: the same form of a toolkit in a session of each, in turn, in one run. `click()` by its
 * action and by the pointer, and `pressSequentially()` of a text with letters that no keyboard has. Writes results/wayland.md.
 */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { HeadlessSession } from '../../dist/headless.js'
import { machine, today } from '../machine.mjs'
import { figure, table } from '../reliability/tables.mjs'
import { median } from './measure.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'gtk3,gtk4,qt6' },
    rounds: { type: 'string', default: '40' },
  },
})
const rounds = Number(values.rounds)

const FORMS = {
  gtk3: ['form_gtk3.py'],
  gtk4: ['form_gtk4.py'],
  qt6: ['form_qt.py', '6'],
}
const TEXT = 'Grüße, 世界'

// ms; a press that comes sooner after the one before waits, so as not to make a double click of it.
const APART = 600

const WORK = {
  'click, by its action': (app) => app.getByRole('button', { name: 'Count' }).click(),
  'click, by the pointer': (app) => app.getByRole('button', { name: 'Count' }).click({ route: 'input' }),
  'type 9 characters': (app) => app.getByLabel('Customer').pressSequentially(TEXT),
}

/** The form on a display of its own, and how long one piece of work took there, in ms. */
async function formOn(display, toolkit) {
  const session = await HeadlessSession.start({ display, width: 1280, height: 800 })
  const desktop = await session.desktop({ defaultTimeout: 30_000 })
  const [script, ...args] = FORMS[toolkit]
  const form = session.spawn('/usr/bin/python3', [here(`../../test/fixtures/apps/${script}`), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(form.stdout, 'data')
  form.stdout.resume()
  const app = await desktop.app({ pid: form.pid })
  const { size } = await app.snapshot()
  return {
    nodes: size,
    async take(work) {
      await setTimeout(APART)
      const began = performance.now()
      await WORK[work](app)
      const took = performance.now() - began
      await app.getByLabel('Customer').fill('')
      return took
    },
    end: () => session.stop(),
  }
}

async function measure(toolkit) {
  const x11 = await formOn('x11', toolkit)
  const wayland = await formOn('wayland', toolkit)
  const rows = []
  for (const work of Object.keys(WORK)) {
    const took = { x11: [], wayland: [] }
    for (let round = -2; round < rounds; round++) {
      const [a, b] = [await x11.take(work), await wayland.take(work)]
      if (round < 0) continue
      took.x11.push(a)
      took.wayland.push(b)
    }
    const [onX11, onWayland] = [median(took.x11), median(took.wayland)]
    rows.push([toolkit, x11.nodes, work, figure(onX11), figure(onWayland), (onWayland / onX11).toFixed(2)])
  }
  await wayland.end()
  await x11.end()
  return rows
}

const rows = []
for (const toolkit of values.only.split(',')) {
  console.error(`${toolkit} …`)
  rows.push(...(await measure(toolkit)))
}

const text = `${[
  '# Wayland beside X11',
  '',
  `Written by \`npm run bench:wayland\` on ${today()}. ${machine}. Medians of ${rounds} interleaved rounds, ms, with the diff of each receipt; sway and Xvfb, both without a GPU.`,
  '',
  table(['form', 'nodes', 'what', 'X11', 'Wayland', 'Wayland / X11'], rows),
].join('\n')}\n`
writeFileSync(here('../results/wayland.md'), text)
console.log(text)
