/** The order desk over the macOS backend and simulated frameworks (test/simulators/ax), of which a process has one. */
import { SimulatedPlace } from './simulated.mjs'
import { makeWorld } from './world.mjs'

/** @type {import('./toolkits.mjs').Toolkit} */
const MACOS = {
  title: 'macOS, simulated frameworks',
  ids: true,
  tab: (name) => `role:tab|name:"${name}"`,
  row: 'option',
  menu: 'role:menuitem|name:Order',
  pressesClosedMenus: true,
}

// A tab is a radio button there, which knows a press alone.
const EVENTS = { tab: ['press'] }

export class MacosPlace extends SimulatedPlace {
  toolkit = MACOS
  backend = 'macos'
  // ms; known to the author of the script, who says so: then what was lost may be sent again.
  longestEffect = 5_000

  /** @param {import('./macos.mjs').Simulator} simulator */
  constructor(simulator) {
    super()
    this.simulator = simulator
  }

  async reset(plan) {
    this.plan = { ...plan, events: EVENTS }
    this.simulator.open(makeWorld(this.plan))
  }

  attach() {
    super.attach({ apply: (effects) => this.simulator.apply(effects), record: () => this.simulator.received() })
  }

  async stop() {
    this.simulator.close()
  }
}
