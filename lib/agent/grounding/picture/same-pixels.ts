import type { Image } from '../../capture/image.js'

// What a lossy screen (a remote one, a dithered one) may differ by where nothing changed.
const NOISE = 24

/** Whether two pictures show the same. One letter is enough for them not to. */
export function samePixels(a: Image, b: Image): boolean {
  if (a.width !== b.width || a.height !== b.height || a.width * a.height === 0) return false
  for (let at = 0; at < a.rgba.length; at++) {
    if (Math.abs((a.rgba[at] as number) - (b.rgba[at] as number)) > NOISE) return false
  }
  return true
}
