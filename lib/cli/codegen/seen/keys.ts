/** Which keys of a person are part of a text that is typed, and which are steps of their own. */

// They change a text, and what it then shows is what is noted.
const EDITS = new Set([
  ...['Backspace', 'Delete', 'Shift+Backspace', 'Shift+Delete', 'Control+Backspace', 'Control+Delete'],
  ...['Control+v', 'Control+V', 'Control+x', 'Control+X', 'Control+z', 'Control+Z', 'Control+y', 'Control+Y'],
  ...['Control+Shift+Z', 'Control+Shift+V', 'Shift+Insert'],
])
const CARET = /^(?:Control\+)?(?:Shift\+)?(?:ArrowLeft|ArrowRight|Home|End)$/
// The step that follows names its element. The window manager has the others.
const NO_STEPS =
  /^(?:(?:Alt\+)?(?:Shift\+)?Tab|(?:.*\+)?Meta\+.*|Meta|Pause|PrintScreen|ScrollLock|(?:Audio|Brightness|Browser|Eject|Launch|Media|Microphone).*)$/
// Of the keys that go to a protected field, only those that end it are steps.
const ENDS = new Set(['Enter', 'Escape'])
const SHORTCUT = /^(?:Control|Alt|Meta)\+/

export function nameOf(key: string, modifiers: readonly string[]): string {
  return [...modifiers, key].join('+')
}

/** Changes a text, wherever it goes. */
export function isEdit(name: string): boolean {
  return EDITS.has(name)
}

/** Belongs to the text that is being typed. */
export function belongsToField(name: string, isMultiline: boolean, isSecret: boolean): boolean {
  if (isSecret) return !ENDS.has(name) && !NO_STEPS.test(name)
  return isEdit(name) || CARET.test(name) || (isMultiline && name === 'Enter')
}

export function isStep(name: string): boolean {
  return !NO_STEPS.test(name)
}

export function isShortcut(name: string): boolean {
  return SHORTCUT.test(name)
}

/** Moves only the caret of a field. */
export function movesCaret(name: string): boolean {
  return CARET.test(name)
}
