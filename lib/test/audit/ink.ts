import type { Rect } from '../../sdk/tree/node.js'
import { type Picture, pixelsOf } from './screen-picture.js'

type Colour = readonly [red: number, green: number, blue: number]

/** What is drawn on one ground in one colour, with its contrast as WCAG 2.2 defines it (1 to 21). */
export interface Ink {
  contrast: number
  ground: Colour
  ink: Colour
  /** px of the picture from the highest to the lowest pixel that is drawn. */
  height: number
}

// Below this ratio two colours are shades of one ground: themes draw buttons with slight gradients.
const SHADES = 1.15
// The share of the area that the ground takes at least. Bold text takes less than half.
const GROUND = 0.55
// The share of the area that has the very colour of the ground: a texture or a gradient has less of one colour.
const FLAT = 0.4
// Pixels; less is a separator or a dot.
const LEAST = 24
// Antialiasing draws most of a stroke in mixed colours; thin strokes never have the full one. Which mixture counts as full (1: the full
// colour), and the share of the drawn pixels that has it at least.
const NEAR_FULL = 0.88
const FULL = 0.1
// The share of the drawn pixels that may be no mixture of the two colours, and how far a mixture may be off, of 255 for each channel.
const FOREIGN = 0.06
const OFF = 28

/** The text or sign in an area; `undefined` in doubt: a gradient, a picture, several colours, strokes too thin to have their colour. */
export function inkIn(picture: Picture, area: Rect): Ink | undefined {
  const { x, y, width, height } = pixelsOf(picture, area)
  if (width < 4 || height < 4) return undefined
  const counts = new Map<number, { count: number; top: number; bottom: number }>()
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      const at = (row * picture.width + column) * 4
      const colour = ((picture.rgba[at] ?? 0) << 16) | ((picture.rgba[at + 1] ?? 0) << 8) | (picture.rgba[at + 2] ?? 0)
      const seen = counts.get(colour)
      if (seen === undefined) counts.set(colour, { count: 1, top: row, bottom: row })
      else {
        seen.count++
        seen.bottom = row
      }
    }
  }
  const colours = [...counts].map(([key, seen]) => ({ ...seen, colour: colourOf(key) }))
  const ground = colours.reduce((most, each) => (each.count > most.count ? each : most)).colour
  if ((counts.get(keyOf(ground))?.count ?? 0) < width * height * FLAT) return undefined
  const drawn = colours
    .map((each) => ({ ...each, contrast: contrastOf(each.colour, ground) }))
    .filter(({ contrast }) => contrast >= SHADES)
    .sort((one, other) => other.contrast - one.contrast)
  const pixels = drawn.reduce((sum, { count }) => sum + count, 0)
  if (pixels < LEAST || pixels > width * height * (1 - GROUND)) return undefined
  const [first] = drawn
  if (first === undefined) return undefined
  const full = drawn.filter(({ colour }) => shareOf(colour, ground, first.colour) >= NEAR_FULL)
  if (full.reduce((sum, { count }) => sum + count, 0) < pixels * FULL) return undefined
  const foreign = drawn.filter(({ colour }) => !isMixture(colour, ground, first.colour))
  if (foreign.reduce((sum, { count }) => sum + count, 0) > pixels * FOREIGN) return undefined
  const [top, bottom] = [Math.min(...drawn.map(({ top }) => top)), Math.max(...drawn.map(({ bottom }) => bottom))]
  return { contrast: first.contrast, ground, ink: first.colour, height: bottom - top + 1 }
}

const keyOf = ([red, green, blue]: Colour): number => (red << 16) | (green << 8) | blue
const colourOf = (key: number): Colour => [key >> 16, (key >> 8) & 255, key & 255]

/** `#1b1f24`. */
export const written = (colour: Colour): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** Of relative luminance, as WCAG 2.2 defines both. */
export function contrastOf(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** How much of `to` is mixed into `from` to come nearest to the colour; 0 to 1. */
function shareOf(colour: Colour, from: Colour, to: Colour): number {
  const along = to.map((channel, at) => channel - (from[at] as number))
  const length = along.reduce((sum, part) => sum + part * part, 0)
  const share = along.reduce((sum, part, at) => sum + part * ((colour[at] as number) - (from[at] as number)), 0)
  return Math.max(0, Math.min(1, share / length))
}

/** Whether antialiasing may have made it of the two. */
function isMixture(colour: Colour, from: Colour, to: Colour): boolean {
  const share = shareOf(colour, from, to)
  return colour.every((channel, at) => {
    const mixed = (from[at] as number) + share * ((to[at] as number) - (from[at] as number))
    return Math.abs(channel - mixed) <= OFF
  })
}
