import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { checkOptions, objectOf, type Requirement } from '../call/arguments.js'
import { Desktop } from '../desktop.js'
import { SurehandError } from '../errors.js'
import { Ffmpeg } from './ffmpeg.js'
import { Frames } from './frames.js'
import { findPrograms, VIDEO } from './programs.js'

export interface VideoOptions {
  /** The file, whose name ends in `.webm`. Its folder is made, and a file that is there is replaced. */
  path: string
  /** px that the video fits into: its pictures are made smaller, never larger. Default: the size of the display. */
  size?: { width: number; height: number }
  /** Pictures a second, at most: what did not change takes none. Default 25, on Wayland 10. */
  fps?: number
}

/** A video that was written. */
export interface RecordedVideo {
  /** The file, as an absolute path. */
  path: string
  /** When its first picture was taken, ms since the epoch. */
  began: number
}

/**
 * Records what the display of a session shows, as VP8 in WebM, by ffmpeg, which has to be installed.
 *
 * A video shows protected fields, and all else, as the screen does: a trace blanks them in its pictures, a video cannot.
 *
 * ```ts
 * await session.video.start({ path: 'signs-in.webm' })
 * await work(desktop)
 * await session.video.stop()
 * ```
 */
export class SessionVideo {
  readonly #environment: Readonly<Record<string, string>>
  readonly #depth: number
  #recording: Promise<Recording> | undefined
  #over = false

  /** @internal `environment`: the session's. `depth`: bits of its pixels' colour. */
  constructor(environment: Readonly<Record<string, string>>, depth = 24) {
    this.#environment = environment
    this.#depth = depth
  }

  /**
   * Resolves when the first picture was taken. `UNSUPPORTED` with the package to install where there is no ffmpeg; `INVALID_ARGUMENT`
   * when it was started already; `TIMEOUT` after 10 s without a picture.
   */
  async start(options: VideoOptions): Promise<void> {
    checkOptions('session.video.start(options)', options, {
      path: webm,
      size: objectOf({ width: pixels, height: pixels }, 'an object { width, height }'),
      fps: rate,
    })
    if (options?.path === undefined)
      throw new SurehandError('INVALID_ARGUMENT', 'session.video.start(options): say the file to write, as `path`.')
    if (this.#over) throw new SurehandError('NO_DESKTOP', 'The session was stopped.')
    if (this.#recording !== undefined)
      throw new SurehandError('INVALID_ARGUMENT', 'session.video was started already: stop() it first.')
    const recording = recordingOf(this.#environment, this.#depth, options)
    this.#recording = recording
    try {
      await recording
    } catch (error) {
      if (this.#recording === recording) this.#recording = undefined
      throw error
    }
  }

  /**
   * Resolves when the file is whole. Stopping the session does the same first. `INVALID_ARGUMENT` when it was not started, `NO_DESKTOP`
   * when ffmpeg ended before.
   */
  async stop(): Promise<RecordedVideo> {
    const recording = this.#recording
    if (recording === undefined)
      throw new SurehandError('INVALID_ARGUMENT', 'session.video was not started: start() it first.')
    this.#recording = undefined
    return (await recording).finish()
  }

  /** @internal With the session. */
  async end(): Promise<void> {
    this.#over = true
    if (this.#recording !== undefined) await this.stop()
  }
}

interface Recording {
  finish(): Promise<RecordedVideo>
}

const FPS = { display: 25, pictures: 10 }

async function recordingOf(
  environment: Readonly<Record<string, string>>,
  depth: number,
  options: VideoOptions,
): Promise<Recording> {
  await findPrograms(environment, [VIDEO], 'A video of a session')
  const path = resolve(options.path)
  await mkdir(dirname(path), { recursive: true })
  const { size } = options
  const scaled =
    size === undefined
      ? []
      : [`scale='min(iw,${size.width})':'min(ih,${size.height})':force_original_aspect_ratio=decrease`]
  // ffmpeg reads no Wayland display, and no X11 display of 30 bits.
  const pictures = environment.WAYLAND_DISPLAY !== undefined || depth === 30
  const fps = options.fps ?? (pictures ? FPS.pictures : FPS.display)
  return pictures
    ? await recordedPictures(environment, path, fps, scaled)
    : await recordedDisplay(environment, path, fps, scaled)
}

/** On X11 ffmpeg reads the display itself. */
async function recordedDisplay(
  environment: Readonly<Record<string, string>>,
  path: string,
  fps: number,
  scaled: string[],
): Promise<Recording> {
  const input = ['-f', 'x11grab', '-framerate', String(fps), '-i', environment.DISPLAY ?? '']
  // Pictures in which no pixel changed are left out, but for two a second: they cost most of what encoding costs.
  const changed = `mpdecimate=hi=1:lo=1:frac=0:max=${Math.max(1, Math.floor(fps / 2))}`
  const ffmpeg = await Ffmpeg.start(environment, path, input, [changed, ...scaled])
  const began = await ffmpeg.began()
  return {
    async finish() {
      await ffmpeg.finish('q')
      return { path, began }
    },
  }
}

/** Where ffmpeg cannot read the display, it gets the pictures that surehand takes. */
async function recordedPictures(
  environment: Readonly<Record<string, string>>,
  path: string,
  fps: number,
  scaled: string[],
): Promise<Recording> {
  const desktop = await Desktop.open({ environment: { ...environment } })
  try {
    const first = await desktop.image({})
    const format = ['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${first.width}x${first.height}`]
    // The rate of the input is no more than how exactly it is timed.
    const timed = ['-framerate', String(Math.max(fps, FPS.display)), '-use_wallclock_as_timestamps', '1']
    const ffmpeg = await Ffmpeg.start(environment, path, [...format, ...timed, '-i', 'pipe:0'], scaled)
    const frames = new Frames(desktop, first, ffmpeg.input, fps)
    const began = await ffmpeg.began()
    return {
      async finish() {
        ffmpeg.ref()
        try {
          await frames.end()
        } finally {
          await Promise.all([ffmpeg.finish(''), desktop.dispose()])
        }
        return { path, began }
      },
    }
  } catch (error) {
    await desktop.dispose()
    throw error
  }
}

const webm: Requirement = {
  accepts: (value) => typeof value === 'string' && /.\.webm$/.test(value),
  expected: 'the name of a file that ends in .webm',
}
const pixels: Requirement = {
  accepts: (value) => Number.isInteger(value) && (value as number) >= 16 && (value as number) <= 16_383,
  expected: 'a whole number of px from 16 to 16383',
}
const rate: Requirement = {
  accepts: (value) => Number.isFinite(value) && (value as number) >= 1 && (value as number) <= 60,
  expected: 'a number from 1 to 60',
}
