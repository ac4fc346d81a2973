/** The order desk on a simulated desktop, which each contestant opens for itself. */
import { TOOLKITS } from './toolkits.mjs'
import { enter, makeWorld, normalise } from './world.mjs'

export class SimulatedPlace {
  static async start() {
    return new SimulatedPlace()
  }

  toolkit = TOOLKITS.simulated

  async reset(plan) {
    this.plan = plan
    this.world = makeWorld(plan)
  }

  /** The contestant's desktop is where it takes place. */
  attach(contestant) {
    this.contestant = contestant
    this.attached = performance.now()
  }

  async begin() {
    this.contestant.apply(enter(this.plan, 0))
  }

  get record() {
    // The world's clock began a little earlier, so this is never ahead of it.
    return normalise(this.plan, this.contestant.record(), performance.now() - this.attached)
  }

  /** Whether the record comes to fulfil this within so many ms. */
  async until(fulfilled, ms) {
    const deadline = performance.now() + ms
    while (!fulfilled()) {
      if (performance.now() > deadline) return false
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    return true
  }

  async stop() {}
}
