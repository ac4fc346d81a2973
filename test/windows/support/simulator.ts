/** What the simulator of UI Automation counted in this process, and how its calls are made to fail. */
export interface Simulator {
  /** COM objects of it that somebody holds. */
  objects(): number
  /** Event handlers that are registered. */
  handlers(): number
  /** What Windows holds for this process. */
  held(): { handles: number; threads: number; pictures: number; windows: number }
  /** Questions that left this process. */
  trips(): number
  /** The latest of them. */
  latest(): string[]
  forgetTrips(): void
  /** The n-th trip from now on ends with this HRESULT, and those after it, so many in all; of those whose text has `only` in it. */
  fail(nth: number, result: number, times: number, only: string): void
}

export const simulator: Simulator = load()

function load(): Simulator {
  const path = process.env.SUREHAND_UIA_SIMULATOR
  if (path === undefined) throw new Error('SUREHAND_UIA_SIMULATOR does not say where the simulator is')
  const module = { exports: {} }
  process.dlopen(module, path)
  return module.exports as Simulator
}

export const E_FAIL = 0x80004005
export const ELEMENT_NOT_AVAILABLE = 0x80040201
export const CALL_REJECTED = 0x80010001
