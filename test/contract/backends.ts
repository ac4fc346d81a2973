import { setTimeout as delay } from 'node:timers/promises'
import { Desktop } from '../../lib/index.js'
import { formEvents, formWorld } from './form-world.js'
import type { FormEvent, House, Stage } from './stage.js'

/** A backend that the contract holds for, and how to get the order form shown on it. */
export interface Backend {
  name: string
  open(): Promise<House>
}

const simulated: Backend = {
  name: 'simulated',
  open: async () => ({ show: showSimulated, end: async () => {} }),
}

async function showSimulated(): Promise<Stage> {
  const desktop = await Desktop.open({ world: formWorld })
  const events = () => formEvents(desktop.simulation?.received() ?? [])
  return {
    desktop,
    app: await desktop.app('order-form'),
    events,
    received: (expected) => seen(events, expected),
    end: () => desktop.dispose(),
  }
}

/** What a simulated application received is known at once, but for what its scripts delay. */
async function seen(events: () => FormEvent[], expected: Partial<FormEvent>): Promise<FormEvent> {
  const members = Object.entries(expected)
  for (const until = performance.now() + 5000; performance.now() < until; await delay(5)) {
    const event = events().find((one) => members.every(([key, value]) => one[key as keyof FormEvent] === value))
    if (event !== undefined) return event
  }
  throw new Error(`the form did not receive ${JSON.stringify(expected)}; it received ${JSON.stringify(events())}`)
}

export const backends: readonly Backend[] = [simulated]
