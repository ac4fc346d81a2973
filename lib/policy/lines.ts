import type { Judgement } from './judgement.js'
import { CommandLine } from './typed.js'

/** What was typed somewhere, and what was said of it. */
export interface Typed {
  line: CommandLine
  found: readonly Judgement[]
}

/** Where something is typed: into an element, into an application, anywhere. */
export type Place = string

// A session uses a few; who opens hundreds of windows types into the last ones.
const MOST_PLACES = 64
// ms after which nobody goes on with what was typed there: as long as a person leaves a terminal alone.
const FORGOTTEN_AFTER = 30 * 60_000

/** The command lines of all places, each for itself. */
export class Lines {
  private readonly places = new Map<Place, Typed & { at: number }>()

  of(place: Place): Typed {
    const typed = this.places.get(place)
    if (typed !== undefined && performance.now() - typed.at < FORGOTTEN_AFTER) return typed
    return { line: new CommandLine(), found: [] }
  }

  keep(place: Place, typed: Typed): void {
    // The one that was used last stands last.
    this.places.delete(place)
    this.places.set(place, { ...typed, at: performance.now() })
    const [oldest] = this.places.keys()
    if (this.places.size > MOST_PLACES && oldest !== undefined) this.places.delete(oldest)
  }
}

/** From the widest to the narrowest: who types in parts may type them by different ways, or into two windows by turns. */
export function placesOf(pid: number | undefined, ref: string | undefined): Place[] {
  const app = pid === undefined ? [] : [`application ${pid}`]
  return ['anywhere', ...app, ...(ref === undefined ? [] : [`element ${pid} ${ref}`])]
}
