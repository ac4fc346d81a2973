import type { Judgement, RuleName } from './judgement.js'

export type System = 'linux' | 'windows' | 'macos'

interface Chord {
  /** DOM names; letters in lower case. All of these go down, whatever else does. */
  keys: readonly string[]
  rule: RuleName
  reason: string
  outcome?: 'ask'
}

const CONTROL_ALT: readonly Chord[] = [
  { keys: ['Control', 'Alt', 'Delete'], rule: 'end-session', reason: 'these keys log out or switch off' },
]

/** What no program gets, but the desktop does, by the defaults of GNOME, KDE, Xfce and the X server. */
const LINUX: readonly Chord[] = [
  ...CONTROL_ALT,
  { keys: ['Control', 'Alt', 'Backspace'], rule: 'end-session', reason: 'these keys end the X server' },
  { keys: ['Control', 'Alt', 'l'], rule: 'end-session', reason: 'these keys lock the session' },
  { keys: ['Meta', 'l'], rule: 'end-session', reason: 'these keys lock the session' },
  { keys: ['Control', 'Alt', 'Shift', 'PageUp'], rule: 'end-session', reason: 'these keys restart the machine' },
  { keys: ['Control', 'Alt', 'Shift', 'PageDown'], rule: 'end-session', reason: 'these keys switch off the machine' },
  ...Array.from({ length: 12 }, (_, index): Chord => {
    const keys = ['Control', 'Alt', `F${index + 1}`]
    return { keys, rule: 'end-session', reason: 'these keys leave the session' }
  }),
  { keys: ['Control', 'Alt', 'Escape'], rule: 'kill', reason: 'these keys kill a window' },
  { keys: ['Control', 'Meta', 'Escape'], rule: 'kill', reason: 'these keys kill a window' },
  { keys: ['Alt', 'PrintScreen'], rule: 'kill', reason: 'these keys speak to the kernel' },
  { keys: ['Shift', 'Delete'], rule: 'delete-for-good', reason: 'these keys delete without the bin', outcome: 'ask' },
  { keys: ['Alt', 'F4'], rule: 'kill', reason: 'these keys close a window, or end the session', outcome: 'ask' },
]

const WINDOWS: readonly Chord[] = [
  ...CONTROL_ALT,
  { keys: ['Meta', 'l'], rule: 'end-session', reason: 'these keys lock the session' },
  { keys: ['Meta', 'Control', 'F4'], rule: 'kill', reason: 'these keys close a desktop', outcome: 'ask' },
  { keys: ['Meta', 'Control', 'Shift', 'b'], rule: 'kill', reason: 'these keys restart the graphics driver' },
  { keys: ['Control', 'Shift', 'Escape'], rule: 'kill', reason: 'these keys open what kills programs', outcome: 'ask' },
  { keys: ['Shift', 'Delete'], rule: 'delete-for-good', reason: 'these keys delete without the bin', outcome: 'ask' },
  { keys: ['Alt', 'F4'], rule: 'kill', reason: 'these keys close a window, or end the session', outcome: 'ask' },
]

const MACOS: readonly Chord[] = [
  { keys: ['Meta', 'Shift', 'q'], rule: 'end-session', reason: 'these keys log out' },
  { keys: ['Meta', 'Control', 'q'], rule: 'end-session', reason: 'these keys lock the session' },
  ...['Backspace', 'Delete'].flatMap((key): Chord[] => [
    { keys: ['Meta', 'Shift', key], rule: 'delete-for-good', reason: 'these keys empty the bin' },
    { keys: ['Meta', 'Alt', key], rule: 'delete-for-good', reason: 'these keys delete without the bin' },
  ]),
  { keys: ['Meta', 'Alt', 'Escape'], rule: 'kill', reason: 'these keys end programs by force' },
]

const CHORDS: Record<System, readonly Chord[]> = { linux: LINUX, windows: WINDOWS, macos: MACOS }

/** What keys do to the session or for good, that go down together with one another. */
export function judgeChord(keys: readonly string[], system: System, inText: boolean): Judgement[] {
  const down = new Set(keys.map((key) => (key.length === 1 ? key.toLowerCase() : key === 'AltGraph' ? 'Alt' : key)))
  return (
    CHORDS[system]
      .filter((chord) => chord.keys.every((key) => down.has(key)))
      // In a field that can be edited they cut.
      .filter(({ rule }) => !(inText && rule === 'delete-for-good' && system !== 'macos'))
      .map(({ rule, reason, outcome }) => ({ rule, reason, outcome: outcome ?? 'deny' }))
  )
}
