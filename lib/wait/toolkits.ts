/** What waiting has to know of a toolkit; docs/quirks.md has how it was found. */
export interface Pace {
  /**
   * It does not announce everything. GTK 4 announces no added elements, GTK 3 not all of them, Qt none that are added or
   * removed: there looking again is what finds them.
   */
  forgetful: boolean
  /** It does not announce that something was removed. */
  forgetsRemoval: boolean
  /**
   * ms until the first event after an action of an application that does anything. GTK 4 shows a button as pressed for
   * 250 ms before it acts on a press that came as an action, Qt for 100.
   */
  firstEvent: number
}

const PACES: readonly [RegExp, Pace][] = [
  [/^GTK 4/i, { forgetful: true, forgetsRemoval: false, firstEvent: 400 }],
  [/^GTK/i, { forgetful: true, forgetsRemoval: false, firstEvent: 100 }],
  [/^Qt/i, { forgetful: true, forgetsRemoval: true, firstEvent: 250 }],
]

/** Of a toolkit by its name: `GTK 3.24`, `Qt 6.4`. */
export function paceOf(toolkit: string): Pace {
  return PACES.find(([name]) => name.test(toolkit))?.[1] ?? { forgetful: false, forgetsRemoval: false, firstEvent: 100 }
}
