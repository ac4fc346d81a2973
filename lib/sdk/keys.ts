import { SurehandError } from './errors.js'
import type { NativeInputStep } from './native/binding.js'

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'])

const NAMED = new Set([
  ...MODIFIERS,
  'Enter',
  'Tab',
  'Backspace',
  'Delete',
  'Insert',
  'Escape',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'ContextMenu',
  'PrintScreen',
  'Pause',
  'BrowserBack',
  'Help',
  'Undo',
  'AudioVolumeDown',
  'AudioVolumeMute',
  'AudioVolumeUp',
  'BrightnessDown',
  'BrightnessUp',
  'BrowserFavorites',
  'BrowserForward',
  'BrowserHome',
  'BrowserRefresh',
  'BrowserSearch',
  'BrowserStop',
  'Eject',
  'LaunchMail',
  'MediaFastForward',
  'MediaPause',
  'MediaPlay',
  'MediaPlayPause',
  'MediaRecord',
  'MediaRewind',
  'MediaStop',
  'MediaTrackNext',
  'MediaTrackPrevious',
  'MicrophoneVolumeMute',
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
])

// What people write for a key, besides its DOM name.
const SPELLINGS: Record<string, string> = {
  ctrl: 'Control',
  control: 'Control',
  shift: 'Shift',
  alt: 'Alt',
  option: 'Alt',
  altgr: 'AltGraph',
  meta: 'Meta',
  super: 'Meta',
  win: 'Meta',
  cmd: 'Meta',
  command: 'Meta',
  return: 'Enter',
  esc: 'Escape',
  del: 'Delete',
  ins: 'Insert',
  space: ' ',
  plus: '+',
  menu: 'ContextMenu',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  pgup: 'PageUp',
  pgdn: 'PageDown',
  // X's names of them.
  xf86audioplay: 'MediaPlayPause',
  xf86audiopause: 'MediaPause',
  xf86audiostop: 'MediaStop',
  xf86audionext: 'MediaTrackNext',
  xf86audioprev: 'MediaTrackPrevious',
  xf86audiomute: 'AudioVolumeMute',
  xf86audioraisevolume: 'AudioVolumeUp',
  xf86audiolowervolume: 'AudioVolumeDown',
  controlormeta: process.platform === 'darwin' ? 'Meta' : 'Control',
  ...Object.fromEntries([...NAMED].map((name) => [name.toLowerCase(), name])),
}

/** A key and the modifiers held with it, by their DOM `KeyboardEvent.key` names. */
export interface Chord {
  modifiers: string[]
  key: string
}

/**
 * Reads `Control+Shift+s`. Throws INVALID_ARGUMENT (naming `call`) for a key that does not exist: a chord is never
 * taken for text to type.
 */
export function parseChord(call: string, chord: string): Chord {
  // `+` is also a key: at the end, after a separator or alone, it means itself.
  const parts =
    chord === '+' ? ['+'] : chord.endsWith('++') ? [...chord.slice(0, -2).split('+'), '+'] : chord.split('+')
  const keys = parts.map((part) => keyName(call, chord, part))
  const key = keys.pop() as string
  const stray = keys.find((modifier) => !MODIFIERS.has(modifier))
  if (stray !== undefined)
    throw invalidChord(call, chord, `'${stray}' is not a modifier (${[...MODIFIERS].join(', ')})`)
  return { modifiers: keys, key }
}

/** The DOM names of keys to hold down; throws INVALID_ARGUMENT, naming `call`, for one that does not exist. */
export function heldKeys(call: string, keys: readonly string[]): string[] {
  return [...new Set(keys.map((key) => keyName(call, key, key)))]
}

/** The steps that type a text, with so many ms between two characters. */
export function textSteps(text: string, delay = 0): NativeInputStep[] {
  if (delay === 0) return [{ kind: 'text', text }]
  return [...text.replace(/\r\n?/g, '\n')].flatMap((character, index): NativeInputStep[] =>
    index === 0 ? [{ kind: 'text', text: character }] : [...pause(delay), { kind: 'text', text: character }],
  )
}

/** Nothing for no time. */
export function pause(ms: number): NativeInputStep[] {
  return ms > 0 ? [{ kind: 'pause', pause: ms }] : []
}

/** The steps that press a chord: modifiers down, key down and, after `delay` ms, up, modifiers up in reverse. */
export function chordSteps({ modifiers, key }: Chord, delay = 0): NativeInputStep[] {
  return [
    ...modifiers.map((modifier) => ({ kind: 'keyDown' as const, key: modifier })),
    { kind: 'keyDown', key },
    ...pause(delay),
    { kind: 'keyUp', key },
    ...[...modifiers].reverse().map((modifier) => ({ kind: 'keyUp' as const, key: modifier })),
  ]
}

function keyName(call: string, chord: string, part: string): string {
  if ([...part].length === 1) return part
  const name = SPELLINGS[part.trim().toLowerCase()]
  if (name !== undefined) return name
  throw invalidChord(call, chord, part === '' ? 'a key is missing' : `there is no key '${part}'`)
}

function invalidChord(call: string, chord: string, why: string): SurehandError {
  return new SurehandError(
    'INVALID_ARGUMENT',
    `${call}: ${why} in '${chord}'. Expected a DOM key name (Enter, ArrowDown, F5) or one character, with modifiers ` +
      `before it: 'Control+Shift+s'. To type text use type().`,
    { call, argument: 'key', given: chord, expected: 'a key with its modifiers' },
  )
}
