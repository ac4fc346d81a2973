import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addRecorder, type Recorder } from '../action/recording.js'
import { checkOptions, count, finite, flag, objectOf, oneOf, someText, text } from '../call/arguments.js'
import { SurehandError } from '../errors.js'
import type { NativeBinding, NativeDesktop } from '../native/binding.js'
import { setHearer } from '../wait/observation.js'
import { TraceRecorder } from './recorder.js'

export interface TracingOptions {
  /** What the page calls it. Default: `surehand`. */
  title?: string
  /** Whether to take pictures: of the whole screen, with protected fields blank. Default: true. */
  pictures?: boolean
  /** Bytes, before it is compressed: where there is more, the beginning has no trees and pictures. Default: 64 MiB. */
  maxBytes?: number
}

export interface TracingEnd {
  /** The file that it is written to. Without one, it is thrown away. */
  path?: string
  /** How what was traced ended. */
  status?: 'passed' | 'failed'
  /** Why it failed. */
  error?: string
  /** What `session.video.stop()` gave, of a file in the same folder: `surehand show-trace` shows it in step. */
  video?: { path: string; began: number }
}

const MAX_BYTES = 64 * 1024 * 1024

const recording = new WeakMap<NativeDesktop, { recorder: TraceRecorder; remove: () => void }>()

/**
 * Writes down what is done on a desktop: each action with its receipt, the trees before and after it, what was on the screen, what the
 * application announced and wrote, and where in the code it was asked for. `surehand show-trace FILE` shows it.
 */
export class Tracing {
  /** @internal */
  constructor(
    private readonly binding: NativeBinding,
    private readonly native: NativeDesktop,
  ) {}

  /** From now on, whichever part of the desktop is used. INVALID_ARGUMENT when it has been started. */
  async start(options?: TracingOptions): Promise<void> {
    checkOptions('desktop.tracing.start(options)', options, { title: someText, pictures: flag, maxBytes: count })
    if (recording.has(this.native)) {
      throw new SurehandError('INVALID_ARGUMENT', 'desktop.tracing was started already: stop() it first.')
    }
    const { title = 'surehand', pictures = true, maxBytes = MAX_BYTES } = options ?? {}
    const recorder = new TraceRecorder(this.binding, this.native, { title, pictures, maxBytes })
    recording.set(this.native, { recorder, remove: addRecorder(this.native, recorder) })
    setHearer(this.native, (...what) => recorder.heard(...what))
  }

  /** @internal Has `recorder` see what is done, beside a trace, until the function that it gives is called. */
  alsoBy(recorder: Recorder): () => void {
    return addRecorder(this.native, recorder)
  }

  /** Ends it, and writes the file, before the desktop is disposed of. INVALID_ARGUMENT when it was not started. */
  async stop(end?: TracingEnd): Promise<void> {
    const video = objectOf({ path: someText, began: finite }, 'an object { path, began }')
    const shape = { path: someText, status: oneOf('passed', 'failed'), error: text, video }
    checkOptions('desktop.tracing.stop(options)', end, shape)
    const running = recording.get(this.native)
    if (running === undefined) {
      throw new SurehandError('INVALID_ARGUMENT', 'desktop.tracing was not started: start() it first.')
    }
    recording.delete(this.native)
    running.remove()
    setHearer(this.native, undefined)
    const { path, status, error } = end ?? {}
    if (path !== undefined) await mkdir(dirname(path), { recursive: true })
    const outcome = { ...(status === undefined ? {} : { status }), ...(error === undefined ? {} : { error }) }
    await running.recorder.finish(outcome, path, end?.video)
  }
}
