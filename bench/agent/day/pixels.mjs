/** What a person sees change on the screen. */
import { PNG } from 'pngjs'

// Fewer pixels than this are a caret that blinks.
const SMALL = 400

/** How many pixels differ between two pictures of the screen, as PNG; 0 where it is no more than a caret. */
export function differingPixels(before, after) {
  const [one, other] = [PNG.sync.read(before).data, PNG.sync.read(after).data]
  let count = 0
  for (let at = 0; at < one.length; at += 4)
    if (one[at] !== other[at] || one[at + 1] !== other[at + 1] || one[at + 2] !== other[at + 2]) count++
  return count < SMALL ? 0 : count
}
