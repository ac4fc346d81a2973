/** See macos.mjs. */
import type { Effect, Received, World } from '../../lib/sdk/index.js'

export interface Simulator {
  open(world: World): void
  apply(effects: readonly Effect[]): void
  received(): Received[]
  close(): void
}

export class MacosPlace {
  constructor(simulator: Simulator)
  stop(): Promise<void>
}
