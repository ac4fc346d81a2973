import { isSurehandError } from '../errors.js'
import type { Limits } from '../limits.js'
import type { NativeDispatch } from '../native/binding.js'
import type { Query } from '../query.js'
import type { Attempt as Entry, Receipt, Step } from '../receipt.js'
import type { Scope } from '../scope.js'
import type { Found } from './look.js'

/** One action on its way through its steps: what it is about, its limits, and what is written down about it. */
export class Attempt {
  readonly entry: Entry = {
    step: 'resolve',
    looks: 0,
    timings: { resolve: 0, preflight: 0, dispatch: 0, verify: 0 },
  }

  constructor(
    readonly verb: string,
    readonly scope: Scope,
    readonly query: Query,
    readonly limits: Limits,
  ) {}

  /** Runs a part of the action as one of its steps: timed, and named in the error if it fails there. */
  async during<T>(step: Exclude<Step, 'done'>, work: () => Promise<T>): Promise<T> {
    this.entry.step = step
    const began = performance.now()
    try {
      return await work()
    } finally {
      this.entry.timings[step] += performance.now() - began
    }
  }

  /** The whole action; an error that leaves it says how far it got. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isSurehandError(error)) {
        Object.assign(error.details, {
          verb: this.verb,
          selector: this.query.text,
          place: this.scope.place,
          attempts: [this.rounded()],
          duration: round(this.limits.elapsed),
        })
      }
      throw error
    }
  }

  receipt(found: Found, dispatch: NativeDispatch): Receipt {
    this.entry.step = 'done'
    const { snapshot, node } = found
    return {
      verb: this.verb,
      route: dispatch.route,
      detail: dispatch.detail,
      confirmed: dispatch.confirmed,
      element: { ref: snapshot.ref(node), role: snapshot.role(node), name: snapshot.name(node) },
      selector: this.query.text,
      attempts: [this.rounded()],
      duration: round(this.limits.elapsed),
    }
  }

  private rounded(): Entry {
    const { resolve, preflight, dispatch, verify } = this.entry.timings
    const timings = {
      resolve: round(resolve),
      preflight: round(preflight),
      dispatch: round(dispatch),
      verify: round(verify),
    }
    return { ...this.entry, timings }
  }
}

/** To the microsecond; what is beyond is noise. */
function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
