import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Desktop, isSurehandError, type Outgoing } from '../../lib/sdk/index.js'
import { Form, type FormToolkit } from '../live/support/form.js'
import { processOf } from '../session-process.js'
import { count, type Outcome, progress, type Values } from './part.js'

/**
 * Hangs and deaths at each step of an action: the program, the registry, the accessibility bus, the display and the window manager are
 * stopped or killed, the program works or shows a dialog, or the display is grabbed, before the action, right before it is sent, right after, and while its effect is waited for. The call ends
 * with a receipt or a typed error by its deadline; what it says of being sent is compared with what the program received; afterwards the
 * same Desktop goes on wherever its bus is still there.
 */

const MOMENTS = ['before', 'sending', 'sent', 'waiting'] as const
type Moment = (typeof MOMENTS)[number]

const FAULTS = {
  'program stopped': { who: 'program', signal: 'SIGSTOP' },
  'program killed': { who: 'program', signal: 'SIGKILL' },
  // What it does then for three seconds: test/fixtures/apps/misbehaviour.py.
  'program at work': { who: 'program', signal: 'SIGUSR1' },
  'program modal': { who: 'program', signal: 'SIGUSR2' },
  // Another program takes the pointer and the keyboard for three seconds, as an open menu does.
  'display grabbed': { who: 'grabber', signal: undefined },
  'registry stopped': { who: 'at-spi2-registr', signal: 'SIGSTOP' },
  'registry killed': { who: 'at-spi2-registr', signal: 'SIGKILL' },
  'bus stopped': { who: 'bus', signal: 'SIGSTOP' },
  'bus killed': { who: 'bus', signal: 'SIGKILL' },
  'display stopped': { who: 'Xvfb', signal: 'SIGSTOP' },
  'display killed': { who: 'Xvfb', signal: 'SIGKILL' },
  'window manager stopped': { who: 'openbox', signal: 'SIGSTOP' },
  'window manager killed': { who: 'openbox', signal: 'SIGKILL' },
} as const
type Fault = keyof typeof FAULTS

/** What cannot be mended without a new session: its Desktop says so, and another session is opened. */
const FATAL: readonly Fault[] = ['bus killed', 'display killed']

// ms
const DEADLINE = 1_500
// An action that was sent looks for its effect for at most so long.
const MOST_LATE = 1_000
const PATIENCE = 20_000

const GRABBER = join(import.meta.dirname, '..', 'fixtures', 'apps', 'grabber.py')

interface Scene {
  session: HeadlessSession
  desktop: Desktop
  form: Form
  grabber: ChildProcess
  /** Called when the action is about to be sent. */
  onSending: (() => void) | undefined
}

async function open(toolkit: FormToolkit): Promise<Scene> {
  const session = await HeadlessSession.start()
  const grabber = session.spawn('/usr/bin/python3', [GRABBER], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(grabber.stdout as Readable, 'data')
  const form = await Form.start(session, toolkit)
  const scene: Scene = { session, form, grabber, onSending: undefined } as unknown as Scene
  scene.desktop = await Desktop.open({
    environment: { ...session.environment },
    hooks: { beforeDispatch: ({ part }: Outgoing) => (part === 'acts' ? scene.onSending?.() : undefined) },
  })
  return scene
}

async function close(scene: Scene): Promise<void> {
  await scene.desktop.dispose()
  await scene.session.stop()
}

export interface Played {
  fault: Fault
  moment: Moment
  /** The code of the error, or the outcome of the receipt. */
  ended: string
  late: number
  wrong: string[]
}

async function press(scene: Scene, fault: Fault, moment: Moment): Promise<Played> {
  const { who, signal } = FAULTS[fault]
  const app = await scene.desktop.app({ pid: scene.form.pid }, { timeout: PATIENCE })
  await app.locator('role:Button|name:Count').waitFor({ timeout: PATIENCE })
  const victim = who === 'program' ? scene.form.pid : signal === undefined ? 0 : processOf(scene.session, who)
  const strike = () => void (signal === undefined ? scene.grabber.stdin?.write('grab\n') : process.kill(victim, signal))
  scene.form.forget()
  const played: Played = { fault, moment, ended: '', late: 0, wrong: [] }
  if (moment === 'before') strike()
  // The hook's end is the last that happens before it is sent; a microtask later it is on its way.
  scene.onSending = () => {
    if (moment === 'sending') strike()
    if (moment === 'sent') setImmediate(strike)
    if (moment === 'waiting') setTimeout(strike, 100)
  }
  const began = performance.now()
  let nothingSent = false
  try {
    const verify = 'role:Button|name:There is none'
    const options = moment === 'waiting' ? { verify: { exists: verify, timeout: 400 } } : {}
    const receipt = await app.locator('role:Button|name:Count').click({ timeout: DEADLINE, ...options })
    played.ended = receipt.effect
  } catch (error) {
    if (!isSurehandError(error)) throw new Error(`${fault}, ${moment}: ${error}`, { cause: error })
    played.ended = error.code
    nothingSent = error.sent === 'no'
  }
  played.late = performance.now() - began - DEADLINE - (moment === 'waiting' ? 400 : 0)
  scene.onSending = undefined
  if (signal === 'SIGSTOP') process.kill(victim, 'SIGCONT')
  if (played.late > MOST_LATE) played.wrong.push(`ended ${played.late.toFixed(0)} ms past its deadline`)
  // What is not sent is never received, also when what stood still goes on.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const received = scene.form.events.filter(({ event }) => event === 'clicked').length
  if (received > 1) played.wrong.push(`pressed ${received} times`)
  if (nothingSent && received > 0) played.wrong.push(`said that nothing was sent, and the program received a press`)
  return played
}

/** The same Desktop presses a button of a program that lives. */
async function recovered(scene: Scene, fault: Fault, toolkit: FormToolkit): Promise<string | undefined> {
  try {
    if (FAULTS[fault].who === 'program' && FAULTS[fault].signal === 'SIGKILL') {
      scene.form = await Form.start(scene.session, toolkit)
    }
    const app = await scene.desktop.app({ pid: scene.form.pid }, { timeout: PATIENCE })
    await app.locator('role:Button|name:Save').click({ timeout: PATIENCE })
    await scene.form.received({ event: 'clicked', name: 'Save' }, PATIENCE)
    return undefined
  } catch (error) {
    return `the same Desktop does not go on: ${error instanceof Error ? error.message : error}`
  }
}

/** A Desktop whose bus or display has gone says so, typed and at once. */
async function saysSo(scene: Scene): Promise<string | undefined> {
  try {
    await scene.desktop.apps({ timeout: DEADLINE })
    return undefined
  } catch (error) {
    return isSurehandError(error) ? undefined : `apps() threw ${error}`
  }
}

/** Each fault at each moment, once. */
export async function playDeaths(toolkit: FormToolkit, faults: readonly Fault[], times: number): Promise<Played[]> {
  const all: Played[] = []
  let scene = await open(toolkit)
  try {
    for (let time = 0; time < times; time++) {
      for (const fault of faults) {
        for (const moment of MOMENTS) {
          const played = await press(scene, fault, moment)
          const isFatal = FATAL.includes(fault)
          const wrong = isFatal ? await saysSo(scene) : await recovered(scene, fault, toolkit)
          if (wrong !== undefined) played.wrong.push(wrong)
          all.push(played)
          progress(`${toolkit}, ${fault}, ${moment}: ${played.ended} ${played.wrong.join('; ')}`)
          if (!isFatal && wrong === undefined && !(fault === 'window manager killed' || fault === 'registry killed'))
            continue
          await close(scene)
          scene = await open(toolkit)
        }
      }
    }
  } finally {
    await close(scene)
  }
  return all
}

export const DEATHS = Object.keys(FAULTS) as Fault[]

export async function deaths(values: Values): Promise<Outcome> {
  const all: (Played & { toolkit: string })[] = []
  for (const toolkit of ['gtk3', 'gtk4', 'qt5'] as const) {
    const faults = DEATHS.filter((fault) => values.only === undefined || fault.startsWith(values.only))
    for (const played of await playDeaths(toolkit, faults, count(values, 'times', 1))) all.push({ ...played, toolkit })
  }
  const ended: Record<string, number> = {}
  for (const played of all) ended[played.ended] = (ended[played.ended] ?? 0) + 1
  return {
    figures: { played: all.length, ended, mostLateMs: Math.round(Math.max(...all.map(({ late }) => late))) },
    faults: all.flatMap(({ toolkit, fault, moment, wrong }) =>
      wrong.map((what) => `${toolkit}, ${fault}, ${moment}: ${what}`),
    ),
  }
}
