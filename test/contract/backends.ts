import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Desktop } from '../../lib/sdk/index.js'
import { Form, type FormToolkit } from '../live/support/form.js'
import { PATIENCE } from '../patience.js'
import { AxSimulator, simulatorAt } from '../simulators/ax/simulator.js'
import { formEvents, formWorld } from './form-world.js'
import type { FormEvent, House, Stage } from './stage.js'

/** A backend that the contract holds for, and how to get the order form shown on it. */
export interface Backend {
  name: string
  open(): Promise<House>
  /** Tests that cannot run on it, by name, and why not. */
  unfit?: Readonly<Record<string, string>>
}

const simulated: Backend = {
  name: 'simulated',
  open: async () => ({ show: showSimulated, end: async () => {} }),
}

async function showSimulated(): Promise<Stage> {
  const desktop = await Desktop.open({ world: formWorld, defaultTimeout: PATIENCE })
  const events = () => formEvents(desktop.simulation?.received() ?? [])
  return {
    desktop,
    app: await desktop.app('order-form'),
    events,
    received: (expected) => seen(events, expected),
    intrude: async () => {
      desktop.simulation?.apply([{ openWindow: { role: 'window', name: 'Notice' }, application: 'Order form' }])
      const received = () => desktop.simulation?.received() ?? []
      return { keys: () => received().filter(({ what, name }) => ['key', 'type'].includes(what) && name === 'Notice') }
    },
    end: () => desktop.dispose(),
  }
}

/** What a simulated application received is known at once, but for what its scripts delay. */
async function seen(events: () => FormEvent[], expected: Partial<FormEvent>): Promise<FormEvent> {
  const members = Object.entries(expected)
  for (const until = performance.now() + PATIENCE; performance.now() < until; await delay(5)) {
    const event = events().find((one) => members.every(([key, value]) => one[key as keyof FormEvent] === value))
    if (event !== undefined) return event
  }
  throw new Error(`the form did not receive ${JSON.stringify(expected)}; it received ${JSON.stringify(events())}`)
}

/** The macOS backend over frameworks that are simulated: `npm run test:macos`. */
function macos(simulator: AxSimulator): Backend {
  return {
    name: 'macos (simulated AX)',
    unfit: notHere('../macos/not-here.json'),
    open: async () => ({ show: () => showMacos(simulator), end: async () => simulator.close() }),
  }
}

/** The list that the comparison of names reads, too: scripts/contract-names.mjs. */
function notHere(file: string): Record<string, string> {
  const list = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as { name: string; reason: string }[]
  return Object.fromEntries(list.map(({ name, reason }) => [name, reason]))
}

async function showMacos(simulator: AxSimulator): Promise<Stage> {
  simulator.open(formWorld)
  const desktop = await Desktop.open({ backend: 'macos', defaultTimeout: PATIENCE })
  const events = () => formEvents(simulator.received())
  return {
    desktop,
    app: await desktop.app('order-form'),
    events,
    received: (expected) => seen(events, expected),
    intrude: async () => {
      simulator.apply([{ openWindow: { role: 'window', name: 'Notice' }, application: 'Order form' }])
      const keys = () =>
        simulator.received().filter(({ what, name }) => ['key', 'type'].includes(what) && name === 'Notice')
      return { keys }
    },
    end: () => desktop.dispose(),
  }
}

function linux(toolkit: FormToolkit): Backend {
  return { name: `linux, ${toolkit}`, open: () => openLinux(toolkit, 'x11') }
}

/** On a Wayland desktop of sway's, when it is asked for: `npm run test:wayland`. */
function wayland(toolkit: FormToolkit): Backend {
  return {
    name: `wayland, ${toolkit}`,
    unfit: notHere('../wayland/not-here.json'),
    open: () => openLinux(toolkit, 'wayland'),
  }
}

async function openLinux(toolkit: FormToolkit, display: 'x11' | 'wayland'): Promise<House> {
  const session = await HeadlessSession.start({ display, width: 1280, height: 960 })
  const desktop = await Desktop.open({
    backend: 'linux',
    environment: session.environment,
    defaultTimeout: PATIENCE,
  })
  return {
    show: () => showForm(session, desktop, toolkit),
    end: async () => {
      await desktop.dispose()
      await session.stop()
    },
  }
}

function showForm(session: HeadlessSession, desktop: Desktop, toolkit: FormToolkit): Promise<Stage> {
  return stageOf(desktop, () => Form.start(session, toolkit))
}

async function stageOf(desktop: Desktop, start: () => Promise<Form>): Promise<Stage> {
  const form = await start()
  const app = await desktop.app({ pid: form.pid })
  await app.window()
  const others: Form[] = []
  return {
    desktop,
    app,
    events: () => form.events.filter(({ event }) => event !== 'key' && event !== 'pointer'),
    received: (expected) => form.received(expected),
    intrude: async () => {
      const other = await start()
      others.push(other)
      await (await (await desktop.app({ pid: other.pid })).window()).activate()
      return { keys: () => other.events.filter(({ event }) => event === 'key') }
    },
    end: async () => {
      for (const one of [form, ...others]) await one.end()
    },
  }
}

const windows: Backend = { name: 'windows', open: openWindows }

async function openWindows(): Promise<House> {
  const desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
  return { show: () => stageOf(desktop, () => Form.startWin32()), end: () => desktop.dispose() }
}

/** What the headless session needs; `npm test` installs it. */
const SESSION_PROGRAMS = ['Xvfb', 'dbus-daemon', 'openbox']

export function isThere(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Whether forms can be shown on a Linux desktop, and the addon has a backend for it. */
export const hasSession = process.platform === 'linux' && simulatorAt === undefined && SESSION_PROGRAMS.every(isThere)

/** `SUREHAND_BACKENDS=simulated` has the contract run over these alone, by the first word of their names. */
function chosen(usual: readonly Backend[], onDemand: readonly Backend[]): readonly Backend[] {
  const wanted = process.env.SUREHAND_BACKENDS?.split(',')
  if (wanted === undefined) return usual
  const all = [...usual, ...onDemand]
  const wordOf = ({ name }: Backend) => name.split(/[ ,]/)[0] as string
  const missing = wanted.filter((word) => !all.some((backend) => wordOf(backend) === word))
  if (missing.length > 0) {
    throw new Error(`SUREHAND_BACKENDS asks for ${missing.join(', ')}; here there are ${all.map(wordOf).join(', ')}.`)
  }
  return all.filter((backend) => wanted.includes(wordOf(backend)))
}

export const backends: readonly Backend[] = chosen(
  [
    simulated,
    ...(hasSession ? [linux('gtk3')] : []),
    ...(simulatorAt === undefined ? [] : [macos(new AxSimulator(simulatorAt))]),
    ...(process.platform === 'win32' ? [windows] : []),
  ],
  hasSession && isThere('sway') ? [wayland('gtk3')] : [],
)
