import { type App, Desktop, type SimulatedNode, type World } from '../../lib/sdk/index.js'
import type {
  NativeAction,
  NativeDesktop,
  NativeElement,
  NativeLimits,
  NativeTarget,
} from '../../lib/sdk/native/binding.js'
import { PATIENCE } from '../patience.js'
import { AxSimulator, simulatorAt } from '../simulators/ax/simulator.js'

/** The simulator of this process; `npm run test:macos` says where it is. */
export const ax = new AxSimulator(simulatorAt as string)

/** A desktop of macOS that shows a world. */
export async function macos(world: World) {
  ax.open(world)
  ax.forgetMessages()
  const desktop = await Desktop.open({ backend: 'macos', defaultTimeout: PATIENCE })
  return {
    desktop,
    async [Symbol.asyncDispose]() {
      await desktop.dispose()
      ax.close()
    },
  }
}

/** One application with one window that holds these. */
export function windowOf(...children: SimulatedNode[]): World {
  const window: SimulatedNode = { role: 'window', name: 'Page', key: 'page', children }
  return {
    applications: [{ name: 'Editor', id: 'org.example.Editor', executable: 'editor', pid: 4001, windows: [window] }],
  }
}

/** What was asked of applications since it was last forgotten. */
export function messages(): number {
  const local = [
    'AXUIElementSetMessagingTimeout',
    'AXIsProcessTrusted',
    'CGWindowListCopyWindowInfo',
    'AXObserverRemoveNotification',
    'AXObserverCreate',
    // These are told of answers.
    'elements',
  ]
  const all = Object.entries(ax.messages()).filter(([name]) => !local.includes(name))
  return all.reduce((sum, [, count]) => sum + count, 0)
}

const LIMITS: NativeLimits = { timeout: 10_000 }

/** What is below the SDK, which looks again after everything and so makes good what the backend got wrong. */
export async function backendOf(desktop: Desktop, app: App) {
  const { native } = (desktop as unknown as { surroundings: { native: NativeDesktop } }).surroundings
  const { appKey } = (app as unknown as { scope: { target: NativeTarget } }).scope.target
  const held = await native.snapshot({ appKey }, {}, LIMITS)
  const names = new Map(Array.from({ length: held.size }, (_, index) => [held.name(index), index]))
  const element = (name: string) => held.element(names.get(name) as number) as NativeElement
  const invoke = (name: string, action: NativeAction, limits = LIMITS) => native.invoke(element(name), action, limits)
  return { native, appKey, element, invoke, held }
}
