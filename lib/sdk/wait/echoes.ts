import type { NativeEvent } from '../native/binding.js'

// Looks in a row that an event has to follow.
const LOOKS = 2
// More different events than that are no echo of a look: the application changes.
const MOST = 16

/**
 * Changes of states that an application announces whenever it is looked at: GTK 3 does so for the check marks of menus that are made from a
 * model (file-roller: 3 for each look). A wait that they end looks again at once, and so never ends otherwise. What is announced after each of
 * two looks in a row is taken for such an echo, until a look goes without it. What else changes there, the backstop finds.
 */
export class Echoes {
  private readonly times = new Map<string, number>()
  private since = new Set<string>()

  /** A look begins. */
  look(): void {
    const { since, times } = this
    for (const key of times.keys()) if (!since.has(key)) times.delete(key)
    for (const key of since) times.set(key, (times.get(key) ?? 0) + 1)
    this.since = new Set()
  }

  /** Whether all that was announced follows from having looked. */
  areAll(events: readonly NativeEvent[]): boolean {
    const keys = events.map(({ kind, source, detail }) => (kind === 'state' ? `${source} ${detail}` : undefined))
    for (const key of keys)
      if (key !== undefined && (this.since.size < MOST || this.times.has(key))) this.since.add(key)
    return keys.every((key) => key !== undefined && (this.times.get(key) ?? 0) >= LOOKS)
  }
}
