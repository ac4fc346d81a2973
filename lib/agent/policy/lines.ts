import type { Outgoing } from '../../sdk/action/hooks.js'
import type { Judgement } from './judgement.js'

// As much as a command is put together from.
const REMEMBERED = 4 * 1024
// A session uses a few places; what was typed longest ago is forgotten first.
const MOST_PLACES = 64
// ms: as long as a person leaves a terminal alone.
const FORGOTTEN_AFTER = 30 * 60_000

/**
 * What was typed into one place, in memory only. It follows characters, Enter and Backspace; any other key that edits may have changed
 * the line to anything (a line of the history, a completion), and then it is not known.
 */
export class CommandLine {
  private entered: readonly string[] = []
  private line = ''
  /** Whether the line is what was typed. */
  known = true
  /** What was refused in it, or agreed to. */
  found: readonly Judgement[] = []

  copy(): CommandLine {
    return Object.assign(new CommandLine(), this)
  }

  /** Everything that was typed, as one script. */
  get script(): string {
    return [...this.entered, this.line].join('\n')
  }

  get current(): string {
    return this.line
  }

  type(text: string): void {
    const [first = '', ...others] = text.replace(/\r\n?/g, '\n').split('\n')
    this.line += first
    if (text.includes('\t')) this.known = false
    for (const line of others) {
      this.enter()
      this.line = line
    }
  }

  /** The field holds this and nothing else now. */
  fill(text: string): void {
    this.line = ''
    this.known = true
    this.type(text)
  }

  press(keys: readonly string[]): void {
    const others = keys.filter((key) => !MODIFIERS.has(key))
    if (others.length === 0) return
    const [key = ''] = others
    if (isEnter(keys)) this.enter()
    else if (keys.includes('Control') && key.toLowerCase() === 'c') this.fill('')
    else if (keys.some((each) => COMMANDING.has(each)) || others.length > 1) this.known = false
    else if ([...key].length === 1) this.type(key)
    else if (key === 'Backspace') this.line = [...this.line].slice(0, -1).join('')
    else this.known = false
  }

  private enter(): void {
    this.entered = [...this.entered, this.line]
    this.line = ''
    this.known = true
    while (this.entered.length > 1 && this.script.length > REMEMBERED) this.entered = this.entered.slice(1)
  }
}

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'])
const COMMANDING = new Set(['Control', 'Alt', 'Meta'])

/** Enter, and what terminals take for it. */
export function isEnter(keys: readonly string[]): boolean {
  return keys.includes('Enter') || (keys.includes('Control') && keys.some((key) => /^[jmo]$/i.test(key)))
}

/** The command lines of all places, each for itself. */
export class Lines {
  private readonly places = new Map<string, { line: CommandLine; at: number }>()

  of(place: string): CommandLine {
    const kept = this.places.get(place)
    return kept !== undefined && performance.now() - kept.at < FORGOTTEN_AFTER ? kept.line : new CommandLine()
  }

  keep(place: string, line: CommandLine): void {
    // The one that was used last stands last.
    this.places.delete(place)
    this.places.set(place, { line, at: performance.now() })
    const [oldest] = this.places.keys()
    if (this.places.size > MOST_PLACES && oldest !== undefined) this.places.delete(oldest)
  }
}

/** From the widest to the narrowest: a command may be typed in parts, by different routes, or into two windows by turns. */
export function placesOf({ app, element }: Outgoing): string[] {
  const places = ['anywhere']
  if (app !== undefined) places.push(`application ${app.pid}`)
  if (element !== undefined) places.push(`element ${app?.pid} ${element.ref}`)
  return places
}
