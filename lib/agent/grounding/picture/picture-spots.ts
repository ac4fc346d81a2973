import { cropped, type Image } from '../../capture/image.js'
import { overlap } from '../../capture/rect.js'
import type { Look } from '../look.js'
import { moved } from '../moved.js'
import type { FoundSpot, Spot } from '../spot.js'
import { stale } from '../stale.js'
import { samePixels } from './same-pixels.js'

/** What a model found in a picture. Before an action on it, a fresh picture of its place has to show the same. */
export function spotsOfPicture(image: Image, seen: readonly Spot[], look: Look): FoundSpot[] {
  return seen.flatMap((spot) => {
    const bounds = overlap(spot.bounds, image.bounds)
    if (bounds === undefined) return []
    const was = cropped(image, bounds)
    const again: FoundSpot['again'] = async (deadline, call) => {
      const now = (await look(deadline, call)).image
      const there = moved(bounds, image.bounds, now.bounds)
      if (samePixels(was, cropped(now, there))) return there
      throw stale(spot, 'the picture of its place is another one by now')
    }
    return [{ ...spot, bounds, again }]
  })
}
