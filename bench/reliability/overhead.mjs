/**
 * npm run bench:overhead [-- --rounds 200] [--seconds 10] [--out <folder>]
 *
 * What the layer itself costs: a click with all options beside the bare native action, and a thousand waits for an application that
 * does nothing. Writes results/overhead.{json,md}.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Desktop } from 'surehand'
import { cpuOf, median, percentile } from '../live/measure.mjs'
import { machine, today } from '../machine.mjs'
import { figure, RESULTS, save, table } from './tables.mjs'
import { Ticker } from './ticker.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    out: { type: 'string', default: RESULTS },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const WAITS = 1000
const ALL_DAY = 600_000

const world = (more = {}) => ({
  applications: [
    {
      name: 'Program',
      ...more,
      windows: [
        {
          role: 'window',
          name: 'Main',
          bounds: { x: 0, y: 0, width: 600, height: 400 },
          children: [
            { role: 'text', key: 'status', name: 'Saved' },
            {
              role: 'button',
              name: 'Save',
              bounds: { x: 10, y: 10, width: 80, height: 30 },
              on: { press: [{ set: 'status', name: 'Saved' }] },
            },
            ...Array.from({ length: 60 }, (_, i) => ({ role: 'text', name: `Other ${i}` })),
          ],
        },
      ],
    },
  ],
})

/** Writes down every native call for an application from now on. */
function watched(app) {
  const { native } = app.desktop
  const calls = []
  app.desktop.native = new Proxy(native, {
    get(target, name) {
      const member = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...given) => {
        const began = performance.now()
        const outcome = Reflect.apply(member, target, given)
        const end = () => calls.push({ name, began, ended: performance.now() })
        if (outcome instanceof Promise) outcome.then(end, end)
        return outcome
      }
    },
  })
  return calls
}

/** ms of an interval in which a call was under way. */
function covered(calls) {
  let [sum, until] = [0, 0]
  for (const { began, ended } of [...calls].sort((one, other) => one.began - other.began)) {
    sum += Math.max(0, ended - Math.max(began, until))
    until = Math.max(until, ended)
  }
  return sum
}

async function measureClicks(app, desktop) {
  const calls = watched(app)
  const save = app.locator('role:button|name:Save')
  const { signal } = new AbortController()
  const options = {
    alternatives: ['role:button|name:/^Sav/'],
    fallbacks: ['role:button|name:Store'],
    retries: 2,
    verify: { exists: 'name:Saved', notExists: 'name:Failed', timeout: 1_000 },
    timeout: 5_000,
    signal,
    onAmbiguous: () => undefined,
    confirm: () => true,
  }
  desktop.simulation.apply([{ set: 'status', name: 'Changed' }])
  const receipt = await save.click(options)
  const element = app.desktop.native.elementOfRef(receipt.element.ref)
  const [bare, plain, all] = [[], [], []]
  const timed = async (work) => {
    calls.length = 0
    const began = performance.now()
    await work()
    const ms = performance.now() - began
    return { ms, calls: calls.length, own: ms - covered(calls) }
  }
  for (let round = 0; round < rounds; round++) {
    bare.push(await timed(() => app.desktop.native.invoke(element, { kind: 'press' }, { timeout: 5_000 })))
    plain.push(await timed(() => save.click()))
    // What held before the press would be waited for until the application rests.
    desktop.simulation.apply([{ set: 'status', name: 'Changed' }])
    all.push(await timed(() => save.click(options)))
  }
  return { bare: summary(bare), plain: summary(plain), all: summary(all) }
}

const summary = (runs) => ({
  calls: median(runs.map(({ calls }) => calls)),
  ...quantiles(runs.map(({ ms }) => ms)),
  own: quantiles(runs.map(({ own }) => own)),
})
const quantiles = (ms) => ({ p50: median(ms), p95: percentile(ms, 0.95) })

/** A thousand waits for what does not come: what they cost once they all wait. */
async function measureWaits(name, app, pid) {
  const calls = watched(app)
  const controller = new AbortController()
  const { signal } = controller
  const waits = Array.from({ length: WAITS }, (_, i) =>
    app
      .locator(`role:button|name:"Never ${i}"`)
      .waitFor({ signal, timeout: ALL_DAY })
      .catch((error) => error.code),
  )
  await delay(3_000)
  const subscriptions = calls.filter((call) => call.name === 'observe').length
  calls.length = 0
  const began = performance.now()
  const used = [cpuOf(process.pid), pid === undefined ? undefined : cpuOf(pid)]
  await delay(seconds * 1_000)
  const took = performance.now() - began
  const share = (before, id) => (before === undefined ? undefined : (100 * (cpuOf(id) - before)) / took)
  const [ours, applications] = [share(used[0], process.pid), share(used[1], pid)]
  const counts = (what) => calls.filter((call) => call.name === what).length
  const asked = { fingerprints: counts('fingerprint'), looks: counts('snapshot') + counts('find') }
  controller.abort()
  const ended = new Set(await Promise.all(waits))
  if (ended.size !== 1 || !ended.has('ABORTED')) throw new Error(`a wait ended otherwise: ${[...ended]}`)
  return { name, waits: WAITS, subscriptions, seconds, cpu: ours, applications, ...asked }
}

async function simulated(more, measure) {
  const desktop = await Desktop.open({ world: world(more) })
  try {
    return await measure(await desktop.app('Program'), desktop)
  } finally {
    await desktop.dispose()
  }
}

const clicks = await simulated({}, measureClicks)
const waits = [
  await simulated({}, (app) => measureWaits('simulated', app)),
  await simulated({ pace: { forgetful: true } }, (app) => measureWaits('simulated, as GTK 3.24', app)),
]
const ticker = await Ticker.start('gtk3')
try {
  waits.push(await measureWaits(ticker.app.toolkit, ticker.app, ticker.child.pid))
} finally {
  await ticker.stop()
}

const pair = ({ p50, p95 }) => `${figure(p50)} / ${figure(p95)}`
const actions = table(
  ['on the simulated desktop', 'native calls', 'ms', 'of these, outside native calls'],
  [
    ['the bare native action', clicks.bare],
    ['`click()`', clicks.plain],
    ['`click()` with all options', clicks.all],
  ].map(([name, { calls, own, ...rest }]) => [name, String(calls), pair(rest), pair(own)]),
)
const percent = (value) => (value === undefined ? '–' : `${value.toFixed(1)} %`)
const idle = table(
  ['', 'waits', 'subscriptions', 'our CPU', "the application's", 'fingerprints asked', 'looks'],
  waits.map(({ name, waits, subscriptions, cpu, applications, fingerprints, looks }) => [
    name,
    String(waits),
    String(subscriptions),
    percent(cpu),
    percent(applications),
    String(fingerprints),
    String(looks),
  ]),
)
const page = `# What the layer costs

Written by \`npm run bench:overhead\` on ${today()}. ${machine}. Median / 95th percentile of ${rounds} rounds in turns. All
options: \`alternatives\`, \`fallbacks\`, \`retries\`, \`verify\` (both), \`timeout\`, \`signal\`, \`onAmbiguous\`, \`confirm\`; what is
verified holds as soon as it is pressed.

${actions}

Waits for one application that does nothing, over ${seconds} s; 100 % is one processor:

${idle}
`
save(values.out, 'overhead', { machine, date: today(), rounds, clicks, waits }, page)
process.exit(0)
