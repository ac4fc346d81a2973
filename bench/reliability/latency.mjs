/**
 * npm run bench:latency [-- --rounds 100] [--only gtk3] [--out <folder>]
 *
 * How long after the application has changed a wait ends: `waitFor` and `verify`, beside finding again every 100 ms and beside the
 * toolkit's own events. Writes results/latency.{json,md}.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median, percentile } from '../live/measure.mjs'
import { machine, today } from '../machine.mjs'
import { Random } from './random.mjs'
import { figure, RESULTS, save, table } from './tables.mjs'
import { now, Ticker } from './ticker.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    only: { type: 'string', default: 'gtk3,gtk4,qt6' },
    out: { type: 'string', default: RESULTS },
  },
})
const rounds = Number(values.rounds)
const toolkits = values.only.split(',')

/** What is waited for, for each kind of change. */
const KINDS = {
  label: { selector: (n) => `name:"Value ${n}"`, state: 'attached' },
  added: { selector: (n) => `role:button|name:"Added ${n}"`, state: 'attached' },
  removed: { selector: (n) => `role:button|name:"Added ${n}"`, state: 'detached', after: 'added' },
  enabled: { selector: (n) => `role:button|name:"Enabled ${n}"`, state: 'enabled', also: '|enabled:true' },
}
// ms between the beginning of a wait and the change, evenly spread.
const [SOONEST, LATEST] = [20, 150]
const POLL = 100
// Polling takes long, so it is done for one change in so many.
const POLL_EVERY = 2
const PRESSES = 12
// Labels that make a window of something under 300 nodes.
const SMALL = 280

const random = new Random(1)
const someTime = () => random.between(SOONEST, LATEST)
let last = 0

/** Events as they come, without anything of ours but the subscription. */
async function listenBare(app) {
  const { native, target } = app.scope
  const kinds = ['structure', 'property', 'state', 'text', 'value', 'focus', 'window', 'selection']
  const subscription = await native.observe({ appKey: target.appKey }, kinds, { timeout: 5_000 })
  let arrivals = []
  subscription.listen(() => arrivals.push(now()))
  return {
    clear() {
      arrivals = []
    },
    firstSince: (at) => arrivals.find((arrival) => arrival >= at),
    close: () => subscription.close(),
  }
}

async function prepared(ticker, kind) {
  const n = ++last
  if (KINDS[kind].after !== undefined) {
    await ticker.order(KINDS[kind].after, n, 0)
    await ticker.changed(n)
    await ticker.app.locator(KINDS[kind].selector(n)).waitFor()
  }
  return n
}

/** What it takes to look for something that is not there. */
async function measureLook(app) {
  const ms = []
  for (let round = 0; round < rounds; round++) {
    const began = now()
    await app.locator('name:"Not there"').count()
    ms.push(now() - began)
  }
  return times(ms)
}

/** One change, waited for by `wait`. */
async function timed(ticker, kind, bare, wait) {
  const n = await prepared(ticker, kind)
  bare.clear()
  await ticker.order(kind, n, someTime())
  await wait(KINDS[kind].selector(n), KINDS[kind].state)
  const ended = now()
  const changed = await ticker.changed(n)
  // An event may be later than the backstop.
  const event = bare.firstSince(changed) ?? (await delay(30).then(() => bare.firstSince(changed)))
  await ticker.reset(n)
  return { ms: ended - changed, ...(event === undefined ? {} : { event: event - changed }) }
}

function polling(app) {
  return async (selector, state) => {
    for (;;) {
      const node = (await app.snapshot()).findAll(selector)[0]
      if (state === 'detached' ? node === undefined : node !== undefined && states(node, state)) return
      await delay(POLL)
    }
  }
}
const states = (node, state) => state === 'attached' || node.states.includes(state)

async function measureKind(ticker, kind) {
  const { app } = ticker
  const bare = await listenBare(app)
  const [ours, polled] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ours.push(await timed(ticker, kind, bare, (selector, state) => app.locator(selector).waitFor({ state })))
    if (round % POLL_EVERY === 0) polled.push(await timed(ticker, kind, bare, polling(app)))
  }
  await bare.close()
  return { kind, ours, polled }
}

/** Medians of what was waited for; of what the toolkit announced, beyond its event. */
function summary({ kind, ours, polled }) {
  const announced = ours.filter(({ event }) => event !== undefined)
  return {
    kind,
    changes: ours.length,
    ours: times(ours.map(({ ms }) => ms)),
    announced: announced.length,
    event: times(announced.map(({ event }) => event)),
    beyond: times(announced.map(({ ms, event }) => ms - event)),
    polled: { changes: polled.length, ...times(polled.map(({ ms }) => ms)) },
  }
}

/** Go is pressed, and what comes of it is verified: what ended the wait, and how long after the change. */
async function measurePressed(ticker, kinds) {
  const { app } = ticker
  const runs = []
  for (let round = 0; round < PRESSES; round++) {
    const kind = kinds[round % kinds.length]
    const n = await prepared(ticker, kind)
    await ticker.order(kind, n, someTime(), true)
    const { selector, state, also = '' } = KINDS[kind]
    const verify = { [state === 'detached' ? 'notExists' : 'exists']: selector(n) + also }
    const receipt = await app.locator('role:button|name:Go').click({ verify })
    const ended = now()
    const afterwards = receipt.attempts.at(-1).timings.settle
    const changed = await ticker.changed(n)
    runs.push({
      ms: ended - changed,
      held: ended - afterwards - changed,
      by: receipt.awaited.by,
      effect: receipt.effect,
    })
    await ticker.reset(n)
  }
  return {
    presses: runs.length,
    verified: runs.filter(({ effect }) => effect === 'verified').length,
    held: times(runs.map(({ held }) => held)),
    ...times(runs.map(({ ms }) => ms)),
    by: Object.fromEntries(
      ['at once', 'event', 'probe', 'look'].map((by) => [by, runs.filter((run) => run.by === by).length]),
    ),
  }
}

/**
 * Go is pressed, and what comes of it comes at once: what the click took, with its diff, beyond the time that the toolkit let pass from
 * when it was sent until it called the program.
 */
async function measureAction(toolkit) {
  const ticker = await Ticker.start(toolkit, SMALL)
  try {
    const { app } = ticker
    const { size: nodes } = await app.snapshot()
    const runs = []
    for (let round = -1; round < rounds; round++) {
      const n = ++last
      await ticker.order('label', n, 0, true)
      const began = now()
      const receipt = await app.locator('role:button|name:Go').click()
      const whole = now() - began
      const { resolve, preflight } = receipt.attempts.at(-1).timings
      const delayed = (await ticker.changed(n)) - (began + resolve + preflight)
      await ticker.reset(n)
      if (round >= 0) runs.push({ whole, delayed, beyond: whole - delayed, effect: receipt.effect })
    }
    const of = (key) => times(runs.map((run) => run[key]))
    const changed = runs.filter(({ effect }) => effect === 'changed').length
    return { nodes, presses: runs.length, changed, whole: of('whole'), delayed: of('delayed'), beyond: of('beyond') }
  } finally {
    await ticker.stop()
  }
}

/** From here on nothing is announced to the product, which does not know. */
async function suppressEvents(app) {
  await app.changes(() => undefined)
  await app.scope.events.subscription.close()
}

const times = (ms) => (ms.length === 0 ? {} : { p50: median(ms), p95: percentile(ms, 0.95) })

const results = []
for (const toolkit of toolkits) {
  const ticker = await Ticker.start(toolkit)
  try {
    const all = Object.keys(KINDS)
    const measured = []
    for (const kind of all) {
      console.error(`${ticker.app.toolkit}: ${kind} …`)
      measured.push(await measureKind(ticker, kind))
    }
    const every = (key) => measured.flatMap((each) => each[key])
    measured.push({ kind: 'all of them', ours: every('ours'), polled: every('polled') })
    const kinds = measured.map(summary)
    const look = await measureLook(ticker.app)
    const pressed = await measurePressed(ticker, all)
    await suppressEvents(ticker.app)
    const silent = await measurePressed(ticker, all)
    console.error(`${ticker.app.toolkit}: an action …`)
    const action = await measureAction(toolkit)
    results.push({ toolkit: ticker.app.toolkit, look, kinds, pressed, silent, action })
  } finally {
    await ticker.stop()
  }
}

const pair = ({ p50, p95 }) => (p50 === undefined ? '–' : `${figure(p50)} / ${figure(p95)}`)
const waits = table(
  ['change', 'ours', "toolkit's first event", 'ours beyond it', 'one look', 'polling', 'ours to polling'],
  results.flatMap(({ toolkit, look, kinds }) =>
    kinds.map(({ kind, changes, ours, announced, event, beyond, polled }) => [
      `${toolkit}: ${kind}`,
      pair(ours),
      announced === 0 ? 'none' : `${pair(event)}${announced < changes ? ` (${announced} of ${changes})` : ''}`,
      pair(beyond),
      pair(look),
      pair(polled),
      (ours.p50 / polled.p50).toFixed(2),
    ]),
  ),
)
const count = (by) => Object.entries(by).flatMap(([name, times]) => (times === 0 ? [] : [`${times} × ${name}`]))
const presses = table(
  ['', 'verified', 'from the change to its verification', 'to the receipt', 'what ended the wait'],
  results.flatMap(({ toolkit, pressed, silent }) =>
    [
      [toolkit, pressed],
      [`${toolkit}, events suppressed`, silent],
    ].map(([name, { presses, verified, by, held, ...rest }]) => [
      name,
      `${verified} of ${presses}`,
      pair(held),
      pair(rest),
      count(by).join(', '),
    ]),
  ),
)
const actions = table(
  ['', 'nodes', 'its effect in the diff', 'click', "toolkit's delay", 'beyond it'],
  results.map(({ toolkit, action: { nodes, presses, changed, whole, delayed, beyond } }) => [
    toolkit,
    String(nodes),
    `${changed} of ${presses}`,
    pair(whole),
    pair(delayed),
    pair(beyond),
  ]),
)
const page = `# From a change to the end of a wait

Written by \`npm run bench:latency\` on ${today()}. ${machine}. ms, median / 95th percentile, by the time stamps of the
application, a window of 70 elements. ${rounds} changes of each kind, ${SOONEST} to ${LATEST} ms after the wait began. Polling is a
fresh snapshot every ${POLL} ms, in turns with ours, for one change in ${POLL_EVERY}. One look is \`count()\` of what is not there, ${rounds} times in a row: what is
removed takes one; what comes or changes is seen in the element that the event is about.

\`waitFor\`:

${waits}

\`click\` with \`verify\`, of a button that has the change happen later; the receipt has the tree afterwards and the diff:

${presses}

\`click\` of a button whose effect comes at once, with its diff, ${rounds} times; the toolkit's delay is the time from when it was sent until the
toolkit called the program:

${actions}
`
save(values.out, 'latency', { machine, date: today(), rounds, results }, page)
process.exit(0)
