import type { Beginning, Recorder, Recording } from '../action/recording.js'
import { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'
import type { Scope } from '../look/scope.js'
import { Snapshot } from '../tree/snapshot.js'
import { type ElementRecord, recordOf, withoutTexts } from './element-record.js'

/** An element as a locator found it. */
export interface FoundElement {
  /** The application's displayed name, or its executable. */
  app: string
  /** As traces show it: the locator's selector, or its description. */
  selector: string
  record: ElementRecord
}

// What records are made of.
const READS = { bounds: true, text: true, namesFromText: true, actions: false, attributes: false }
// ms for the look at the application that a locator found something in for the first time.
const LOOK = 1_500

/** Records what each locator found when it was first used. Protected fields are left out, and so is every typed text. */
export class FoundElements implements Recorder {
  private readonly found = new Map<string, FoundElement>()
  private readonly typed = new Set<string>()

  began({ selector, app, scope }: Beginning): Recording {
    const note = async (ref: string) => {
      if (scope === undefined || app === undefined || selector === '') return
      const name = app.name || app.executable
      const key = `${name}\n${selector}`
      if (this.found.has(key)) return
      const record = await recordNow(scope, ref)
      if (record !== undefined) this.found.set(key, { app: name, selector, record })
    }
    return {
      sending: async ({ part, payload, found }) => {
        if (payload.kind === 'text' || payload.kind === 'clipboard') this.typed.add(payload.text)
        if (found !== undefined && part === 'acts') await note(found.snapshot.ref(found.node))
      },
      ended: async ({ error, element }) => {
        if (error === undefined && element !== undefined) await note(element.snapshot.ref(element.node))
      },
    }
  }

  launched(): void {}

  /** In the order of applications and selectors. */
  get all(): FoundElement[] {
    const keys = [...this.found.keys()].sort()
    return keys.map((key) => {
      const each = this.found.get(key) as FoundElement
      return { ...each, record: withoutTexts(each.record, [...this.typed]) }
    })
  }
}

/** The element with all that is around it; `undefined` where it is gone, is a protected field, or cannot be looked at. */
async function recordNow(scope: Scope, ref: string): Promise<ElementRecord | undefined> {
  const { binding, native, target } = scope
  try {
    const limits = new Limits(binding, undefined, LOOK)
    const tree = await limits.call((own) => native.snapshot({ appKey: target.appKey }, READS, own))
    const node = new Snapshot(tree).byRef(ref)
    // The application itself is what a matcher is about that was given no locator.
    if (node?.parent === undefined || node.state('protected') === true) return undefined
    return recordOf(node)
  } catch (error) {
    // What is tested does not fail because it could not be recorded.
    if (isSurehandError(error)) return undefined
    throw error
  }
}
