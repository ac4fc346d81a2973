import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { App, Desktop } from '../../lib/sdk/index.js'
import { type Backend, backends } from './backends.js'

/** What the form says that it received; `test/fixtures/apps/form.md` has the list. */
export interface FormEvent {
  event: string
  name?: string
  value?: unknown
}

/** The order form, shown on a desktop, and the record of what it really received. */
export interface Stage {
  desktop: Desktop
  app: App
  /** Everything that the form received since it was shown. */
  events(): FormEvent[]
  /** The first such event, waited for. */
  received(expected: Partial<FormEvent>): Promise<FormEvent>
  /** Another window takes the foreground. */
  intrude(): Promise<{
    /** The keys that it got. */
    keys(): unknown[]
  }>
  end(): Promise<void>
}

/** The buttons of the form that were pressed, by name, in order. */
export const clicked = (stage: Stage) => namesOf(stage, 'clicked')
/** The check boxes and toggle buttons that turned. */
export const toggled = (stage: Stage) => namesOf(stage, 'toggled')

function namesOf(stage: Stage, what: string): (string | undefined)[] {
  return stage.events().flatMap(({ event, name }) => (event === what ? [name] : []))
}

/** A desktop that forms can be shown on, one after the other. */
export interface House {
  show(): Promise<Stage>
  end(): Promise<void>
}

/**
 * Declares the same tests for every backend there is. Each test gets a form of its own; what it leaves behind is of
 * no consequence to the next.
 */
export function contract(define: (stage: () => Stage, backend: Backend) => void): void {
  for (const backend of backends) {
    describe(backend.name, () => {
      let house: House
      let stage: Stage
      beforeAll(async () => {
        house = await backend.open()
      })
      afterAll(() => house.end())
      beforeEach(async ({ task, skip }) => {
        const why = backend.unfit?.[task.name]
        if (why !== undefined) skip(why)
        stage = await house.show()
      })
      afterEach(() => stage?.end())
      define(() => stage, backend)
    })
  }
}
