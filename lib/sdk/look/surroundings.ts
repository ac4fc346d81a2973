import type { Limits } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import type { NativeElement, NativeReads, NativeSnapshot } from '../native/binding.js'
import { type Found, foundAt } from './look.js'
import type { Scope } from './scope.js'

// An element with what it is in and what is near it: what an action is about where the whole tree costs too much.

/** The same element in a tree of its surroundings. STALE when it is gone. */
export async function inItsSurroundings(
  scope: Scope,
  { element }: Found,
  reads: NativeReads,
  limits: Limits,
): Promise<Found> {
  const snapshot = await surroundingsOf(scope, element, reads, limits)
  const node = snapshot.findIdentity(element.identity)
  if (node < 0) throw new SurehandError('STALE', 'The element is gone from what it was in. Find it again.')
  return { ...foundAt(snapshot, node), near: true }
}

/** The same surroundings again; of what the element was in, when it is gone. */
export async function surroundingsNow(
  scope: Scope,
  { snapshot, node }: Found,
  reads: NativeReads,
  limits: Limits,
): Promise<NativeSnapshot> {
  for (let at = node; ; at = snapshot.parent(at)) {
    try {
      return await surroundingsOf(scope, snapshot.element(at) as NativeElement, reads, limits)
    } catch (error) {
      if (!isSurehandError(error, 'STALE') || snapshot.parent(at) <= 0) throw error
    }
  }
}

function surroundingsOf(
  { native }: Scope,
  element: NativeElement,
  reads: NativeReads,
  limits: Limits,
): Promise<NativeSnapshot> {
  return limits.call((own) => native.snapshot(element, { ...reads, around: true }, own))
}
