import type { Desktop } from '../../sdk/desktop.js'
import type { Rect } from '../../sdk/tree/node.js'
import type { Call } from '../call.js'
import type { Deadline } from '../deadline.js'
import { fill, type Image, pixelsOf } from './image.js'
import { protectedAreas } from './protected.js'
import { overlap } from './rect.js'

/** A picture of the screen in which protected fields are blank. */
export interface Shot {
  image: Image
  /** How many protected fields were blanked. */
  blanked: number
  /** The applications in it whose protected fields have no known place. */
  unknown: readonly string[]
}

const BLANK = [0, 0, 0] as const

/** Takes a picture of a display or an area. Nothing sees the pixels before protected fields are blank. */
export async function shotOf(
  desktop: Desktop,
  what: { area: Rect } | { display: string; area: Rect },
  deadline: Deadline,
  call: Call,
): Promise<Shot> {
  const limits = () => ({ timeout: deadline.remaining, signal: call.signal })
  const ask = () => protectedAreas(desktop, what.area, deadline, call)
  const before = await ask()
  const image = await desktop.image('display' in what ? { display: what.display } : { area: what.area }, limits())
  // Asked again: what moves meanwhile is blanked at both its places.
  const after = await ask()
  for (const area of [...before.areas, ...after.areas]) fill(image, pixelsOf(image, area), BLANK)
  const blanked = after.areas.filter((area) => overlap(area, image.bounds)).length
  return { image, blanked, unknown: [...new Set([...before.unknown, ...after.unknown])] }
}

/** What is said of it beside the picture. */
export function inWords({ blanked, unknown }: Shot): string {
  const fields =
    blanked === 0 ? '' : ` ${blanked === 1 ? 'A protected field is' : `${blanked} protected fields are`} blank in it.`
  if (unknown.length === 0) return fields
  return `${fields} Where protected fields are is not known, and nothing is blanked, of ${unknown.join('; ')}.`
}
