import { callNative } from '../errors.js'
import type { NativeDesktop } from '../native/binding.js'
import { checkEffects } from './check-world.js'
import type { Effect, Received } from './world.js'

/** What only a simulated desktop can tell and do. */
export class Simulation {
  /** @internal Use `desktop.simulation`. */
  constructor(private readonly desktop: NativeDesktop) {}

  /** Everything that the simulated applications received, in order: the judge of what an action really did. */
  received(): Received[] {
    return (this.desktop.record() ?? []) as Received[]
  }

  /** Lets effects happen from outside, as if the applications did them by themselves. */
  apply(effects: Effect[]): void {
    checkEffects(effects)
    callNative(() => this.desktop.apply(effects))
  }
}
