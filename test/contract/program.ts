import {
  type App,
  Desktop,
  type Received,
  type SimulatedApplication,
  type SimulatedNode,
  type World,
} from '../../lib/sdk/index.js'
import { brief, PATIENCE } from '../patience.js'

// A small program on the simulated desktop, for what has to go wrong on purpose and on time.

export const window = (...children: SimulatedNode[]): SimulatedNode => ({
  role: 'window',
  name: 'Main',
  key: 'main',
  bounds: { x: 0, y: 0, width: 600, height: 400 },
  children,
})

export interface Program extends AsyncDisposable {
  desktop: Desktop
  app: App
  apply(...effects: Parameters<NonNullable<Desktop['simulation']>['apply']>[0]): void
  /** What it received, oldest first. */
  received(what: string): Received[]
}

/** Opens a desktop with one program in it, which ends with the block. */
export async function program(
  children: SimulatedNode[],
  more: Omit<Partial<SimulatedApplication>, 'windows'> = {},
): Promise<Program> {
  return openWorld({ applications: [{ name: 'Program', windows: [window(...children)], ...more }] })
}

export async function openWorld(world: World): Promise<Program> {
  const desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
  return {
    desktop,
    app: await desktop.app('Program'),
    apply: (...effects) => desktop.simulation?.apply(effects.flat()),
    received: (what) => (desktop.simulation?.received() ?? []).filter((entry) => entry.what === what),
    [Symbol.asyncDispose]: () => desktop.dispose(),
  }
}

/** The error that a call ends with; fails when it ends without one. */
export async function failure(
  call: Promise<unknown>,
): Promise<Error & { code: string; details: Record<string, unknown> }> {
  const [outcome] = await Promise.allSettled([call])
  if (outcome?.status === 'rejected') return outcome.reason
  throw new Error(`it did not fail: ${String(outcome?.value)}`)
}

/**
 * The error of a call that is to fail, given `ms`. On a machine that others use, too, the time may run out before its first look ends,
 * which says nothing of what is tested: then it is called again with more.
 */
export async function failing(ms: number, call: (timeout: number) => Promise<unknown>): ReturnType<typeof failure> {
  const error = await failure(call(brief(ms)))
  const wasHurried =
    ['TIMEOUT', 'APP_UNRESPONSIVE'].includes(error.code) ||
    (error.code === 'INCOMPLETE_TREE' && error.details.hurried === true)
  return wasHurried && ms < PATIENCE ? failing(5 * ms, call) : error
}
