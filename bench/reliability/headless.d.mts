/** See headless.mjs. */
import type { Plan } from './plan.mjs'

export interface Entry {
  event: string
  step?: number
  target?: string
  right?: boolean
}

export class HeadlessPlace {
  static start(desktop: 'gtk' | 'gtk4' | 'qt6'): Promise<HeadlessPlace>
  readonly environment: Record<string, string>
  readonly pid: number
  readonly record: Entry[]
  reset(plan: Plan): Promise<void>
  begin(): Promise<void>
  until(fulfilled: () => boolean, ms: number): Promise<boolean>
  stop(): Promise<void>
}
