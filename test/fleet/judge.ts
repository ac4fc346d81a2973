import { setTimeout as pause } from 'node:timers/promises'
import { PNG } from 'pngjs'
import type { Home } from './home.js'

// Programs write files and settings a moment after they say that they did.
const PATIENCE = 8_000
const PERIOD = 50

/** Waits until the check does not throw. */
export async function eventually(check: () => void): Promise<void> {
  const end = Date.now() + PATIENCE
  for (;;) {
    try {
      check()
      return
    } catch (error) {
      if (Date.now() >= end) throw error
      await pause(PERIOD)
    }
  }
}

/** That a file comes to hold a text, whole (white space at its ends aside), or one that a pattern fits. */
export function expectText(home: Home, file: string, expected: string | RegExp): Promise<void> {
  return eventually(() => {
    if (!home.exists(file)) throw new Error(`${file} is not there`)
    const text = home.text(file)
    const fits = typeof expected === 'string' ? text.trim() === expected : expected.test(text)
    if (!fits)
      throw new Error(`${file} holds ${JSON.stringify(shortened(text))}, not ${JSON.stringify(String(expected))}`)
  })
}

/** That any file below a directory comes to fit. */
export function expectSomewhere(home: Home, directory: string, expected: RegExp): Promise<void> {
  return eventually(() => {
    const files = home.list(directory)
    const fits = files.some((file) => {
      try {
        return expected.test(home.text(`${directory}/${file}`))
      } catch {
        return false
      }
    })
    if (!fits) throw new Error(`no file below ${directory} fits ${expected}; there are ${files.join(', ') || 'none'}`)
  })
}

/** What a form is to have sent, once. */
export function expectReceived(home: Home, expected: Record<string, string>): Promise<void> {
  return eventually(() => {
    const received = JSON.stringify(home.received())
    if (received !== JSON.stringify(expected))
      throw new Error(`the page sent ${received}, not ${JSON.stringify(expected)}`)
  })
}

/** How much of a part of a picture is of one colour, from 0 to 1. */
export function shareOf(
  png: Buffer,
  colour: readonly [number, number, number],
  area?: { x: number; y: number; width: number; height: number },
): number {
  const picture = PNG.sync.read(png)
  const { x, y, width, height } = area ?? { x: 0, y: 0, width: picture.width, height: picture.height }
  let count = 0
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      const at = (row * picture.width + column) * 4
      if (colour.every((channel, index) => Math.abs((picture.data[at + index] ?? 0) - channel) < 8)) count++
    }
  }
  return count / (width * height)
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
