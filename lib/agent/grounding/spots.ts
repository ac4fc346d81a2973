import type { App } from '../../sdk/app.js'
import { SurehandError } from '../../sdk/errors.js'
import { quoted } from '../../sdk/tree/quoted.js'
import type { Window } from '../../sdk/window.js'
import type { FoundSpot, VisionType } from './spot.js'

/** Where spots were read. */
export interface SpotPlace {
  app: App
  window?: Window | undefined
}

export interface ToldSpot extends SpotPlace {
  index: number
  spot: FoundSpot
}

// Readings of one kind that can be clicked in. What was read longer ago is read again sooner than remembered.
const KEPT = 4

/** What an agent was told of that is no element of the tree. An index is never given to another spot. */
export class Spots {
  private readonly readings = new Map<VisionType, ToldSpot[][]>()
  private readonly counts = new Map<VisionType, number>()

  tell(kind: VisionType, place: SpotPlace, spots: readonly FoundSpot[]): ToldSpot[] {
    const count = this.counts.get(kind) ?? 0
    const told = spots.map((spot, at) => ({ ...place, spot, index: count + at + 1 }))
    this.counts.set(kind, count + told.length)
    this.readings.set(kind, [...(this.readings.get(kind) ?? []), told].slice(-KEPT))
    return told
  }

  /** STALE when it was read too long ago, INVALID_ARGUMENT when never. */
  at(kind: VisionType, index: number): ToldSpot {
    const told = this.readings
      .get(kind)
      ?.flat()
      .find((one) => one.index === index)
    if (told !== undefined) return told
    const count = this.counts.get(kind) ?? 0
    const again = `Read the window again with include_${kind === 'dom' ? 'browser_dom' : kind}.`
    const details = { index, vision_type: kind }
    if (index <= count) {
      throw new SurehandError(
        'STALE',
        `${kind} index ${index} is too old: only the last ${KEPT} readings are kept. ${again}`,
        details,
      )
    }
    const seen = count === 0 ? `nothing was read by ${kind} yet` : `the last one is ${count}`
    throw new SurehandError('INVALID_ARGUMENT', `There is no ${kind} index ${index}: ${seen}. ${again}`, details)
  }
}

/** `#3 button "Save" 10,20 80×24`. */
export function lineOf({
  index,
  spot,
}: {
  index: number
  spot: { role: string; name: string; bounds: ToldSpot['spot']['bounds'] }
}): string {
  const [x, y, width, height] = [spot.bounds.x, spot.bounds.y, spot.bounds.width, spot.bounds.height].map(Math.round)
  const name = spot.name === '' ? '' : ` ${quoted(spot.name)}`
  return `#${index} ${spot.role}${name} ${x},${y} ${width}×${height}`
}
