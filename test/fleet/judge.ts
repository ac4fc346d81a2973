import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { PNG } from 'pngjs'
import type { Home } from './home.js'
import { wordsOf } from './ocr.js'

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

/** That a picture, read by tesseract, shows a text. */
export async function expectRead(home: Home, file: string, expected: RegExp): Promise<void> {
  const words = await wordsOf(PNG.sync.read(home.read(file)))
  const text = words.map((word) => word.text).join(' ')
  if (!expected.test(text)) throw new Error(`${file} reads ${JSON.stringify(text)}, not ${expected}`)
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

/** That a file, unpacked by gzip where it is packed, comes to hold a text that a pattern fits. */
export function expectUnzipped(home: Home, file: string, expected: RegExp): Promise<void> {
  return eventually(() => {
    if (!home.exists(file)) throw new Error(`${file} is not there`)
    const bytes = home.read(file)
    const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
    if (!expected.test(text)) throw new Error(`${file} holds ${JSON.stringify(shortened(text))}, not ${expected}`)
  })
}
