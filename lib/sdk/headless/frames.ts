import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Desktop } from '../desktop.js'
import { isSurehandError } from '../errors.js'
import type { NativeImage } from '../native/binding.js'

// ms for one picture.
const PICTURE = 2_000

/** Writes what the screen shows as raw frames, each one that is not as the one before. ffmpeg stamps them with when they come. */
export class Frames {
  readonly #desktop: Desktop
  readonly #output: Writable
  readonly #interval: number
  readonly #first: NativeImage
  readonly #work: Promise<void>
  readonly #ending = new AbortController()
  #failure: unknown

  /** `first`: a picture that was taken already. Every frame has its size. */
  constructor(desktop: Desktop, first: NativeImage, output: Writable, fps: number) {
    this.#desktop = desktop
    this.#output = output
    this.#interval = 1000 / fps
    this.#first = first
    this.#work = this.#run()
  }

  /** Writes the last one, so that the video is as long as what it shows. */
  async end(): Promise<void> {
    this.#ending.abort()
    await this.#work
    if (this.#failure !== undefined) throw this.#failure
  }

  async #run(): Promise<void> {
    let last = this.#first
    await this.#write(last)
    try {
      const { signal } = this.#ending
      while (!signal.aborted) {
        const asked = performance.now()
        const image = await this.#picture()
        if (image !== undefined && Buffer.compare(image.rgba, last.rgba) !== 0) {
          await this.#write(image)
          last = image
        }
        const rest = this.#interval - (performance.now() - asked)
        if (rest > 0) await pause(rest, undefined, { ref: false, signal }).catch(() => {})
      }
      last = (await this.#picture()) ?? last
    } catch (error) {
      this.#failure = error
    }
    await this.#write(last)
    // The display is gone: ffmpeg finishes the file.
    if (this.#failure !== undefined) this.#output.end()
  }

  /** `undefined`: the display did not answer in time, or has another size now. */
  async #picture(): Promise<NativeImage | undefined> {
    try {
      const image = await this.#desktop.image({}, { timeout: PICTURE })
      return image.width === this.#first.width && image.height === this.#first.height ? image : undefined
    } catch (error) {
      if (isSurehandError(error, 'TIMEOUT')) return undefined
      throw error
    }
  }

  /** When it is taken, or ffmpeg is gone, which it says itself. */
  #write({ rgba }: NativeImage): Promise<void> {
    return new Promise((resolve) => {
      this.#output.write(rgba, () => resolve())
    })
  }
}
