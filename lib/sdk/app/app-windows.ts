import type { ActionScope } from '../action/action-scope.js'
import type { Limits } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import { look, matchOn } from '../look/look.js'
import type { NativeRect, NativeWindow } from '../native/binding.js'
import type { Query } from '../tree/query.js'
import { quoted } from '../tree/quoted.js'
import type { WantedWindow } from '../window-locator.js'

/** Those of its windows that are meant: without a title or a selector, the one that has the keyboard, or the only one. */
export async function meantWindows(
  scope: ActionScope,
  all: NativeWindow[],
  { title, selector }: WantedWindow,
  limits: Limits,
): Promise<NativeWindow[]> {
  if (selector !== undefined) {
    const matches = scope.hasTree
      ? await matchesIn(scope, selector, limits)
      : await matchesAmong(scope, all, selector, limits)
    return all.filter((window) => matches.has(window.element.identity))
  }
  if (title !== undefined) return all.filter((window) => hasTitle(window, title))
  return all.length > 1 ? all.filter((window) => window.active) : all
}

/** The identities of what matches in the application's tree. */
async function matchesIn(scope: ActionScope, query: Query, limits: Limits): Promise<Set<string | undefined>> {
  const { snapshot, nodes } = await look(scope, query, limits)
  return new Set(nodes.map((node) => snapshot.element(node)?.identity))
}

/** Those of the windows that match. Without a tree, each is all that there is of itself. */
async function matchesAmong(
  { native }: ActionScope,
  windows: readonly NativeWindow[],
  query: Query,
  limits: Limits,
): Promise<Set<string>> {
  const matches = new Set<string>()
  for (const { element } of windows) {
    try {
      const snapshot = await limits.call((bounds) => native.snapshot(element, query.reads, bounds))
      if ((await matchOn(snapshot, query, limits)).length > 0) matches.add(element.identity)
    } catch (error) {
      // It was closed meanwhile.
      if (!isSurehandError(error, 'STALE')) throw error
    }
  }
  return matches
}

function hasTitle(window: NativeWindow, title: string | RegExp): boolean {
  if (typeof title === 'string') return window.title.trim().toLowerCase() === title.trim().toLowerCase()
  title.lastIndex = 0
  return title.test(window.title)
}

export function union(a: NativeRect, b: NativeRect): NativeRect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

export function noWindow(asked: string, place: string, windows: NativeWindow[]): SurehandError {
  const seen = windows.length === 0 ? 'It has no window.' : `Its windows: ${titles(windows)}.`
  return new SurehandError('NOT_FOUND', `${place} does not show ${asked}. ${seen}`, {
    windows: windows.map(({ title, role }) => ({ title, role })),
  })
}

export function severalWindows(asked: string, place: string, windows: NativeWindow[]): SurehandError {
  return new SurehandError('AMBIGUOUS', `${asked} means ${windows.length} windows of ${place}: ${titles(windows)}.`, {
    candidates: windows.map(({ title, role }) => ({ title, role })),
  })
}

function titles(windows: NativeWindow[]): string {
  return windows.map((window) => `${window.role} ${quoted(window.title)}`).join(', ')
}
