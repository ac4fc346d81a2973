import type { Found } from '../look/look.js'
import type { AppIdentity, Scope } from '../look/scope.js'
import type { NativeApplication, NativeDesktop, NativeSnapshot } from '../native/binding.js'
import type { Receipt } from '../receipt.js'
import type { Outgoing } from './hooks.js'

/**
 * Who writes down what is done on a desktop: a trace. Unlike hooks it decides nothing, knows the trees that were looked at, and is there
 * or not whichever of the desktop's applications and copies (`with()`) acts.
 */
export interface Recorder {
  /** Called where the action is, so that the stack still says who asked for it. */
  began(step: Beginning): Recording
  /** A program was started. */
  launched(process: number, application: NativeApplication): void
}

/** What is about to be done, or waited for. */
export interface Beginning {
  kind: 'action' | 'expect'
  /** `click`, `toBeVisible`. */
  verb: string
  selector: string
  /** `undefined` where it is about none. */
  app: AppIdentity | undefined
  /** Where it looks; `undefined` where it looks nowhere. */
  scope: Scope | undefined
}

/** What is written down of one action. */
export interface Recording {
  /** Right before something is sent. */
  sending(what: Pick<Outgoing, 'part' | 'payload'> & { found: Found | undefined }): Promise<void>
  ended(ending: Ending): Promise<void>
}

/** How it ended, and what was seen then. */
export interface Ending {
  receipt?: Receipt
  /** An error, or what a matcher says. */
  error?: unknown
  /** What a matcher or a wait saw last, and where. */
  seen?: string
  tree?: NativeSnapshot
  node?: number
  /** The one element that a matcher which passed was about. */
  element?: { snapshot: NativeSnapshot; node: number }
}

const recorders = new WeakMap<NativeDesktop, readonly Recorder[]>()

export function recorderOf(desktop: NativeDesktop): Recorder | undefined {
  const all = recorders.get(desktop) ?? []
  return all.length > 1 ? together(all) : all[0]
}

/** From now on, beside those that are there, until the function that it gives is called. */
export function addRecorder(desktop: NativeDesktop, recorder: Recorder): () => void {
  recorders.set(desktop, [...(recorders.get(desktop) ?? []), recorder])
  return () => {
    const left = (recorders.get(desktop) ?? []).filter((each) => each !== recorder)
    recorders.set(desktop, left)
  }
}

function together(all: readonly Recorder[]): Recorder {
  return {
    began(step) {
      const recordings = all.map((each) => each.began(step))
      return {
        async sending(what) {
          for (const each of recordings) await each.sending(what)
        },
        async ended(ending) {
          for (const each of recordings) await each.ended(ending)
        },
      }
    },
    launched(process, application) {
      for (const each of all) each.launched(process, application)
    },
  }
}

/** Has a wait, which sends nothing, written down. */
export async function recorded<T>(scope: Scope, verb: string, selector: string, wait: () => Promise<T>): Promise<T> {
  const recording = recorderOf(scope.native)?.began({ kind: 'expect', verb, selector, app: scope.app, scope })
  try {
    const value = await wait()
    await recording?.ended({})
    return value
  } catch (error) {
    await recording?.ended({ error })
    throw error
  }
}
