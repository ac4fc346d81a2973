import type { NativeNode, NativeSnapshot } from '../native/binding.js'

/** What an element is told by besides its identity: toolkits give the element of a row that was scrolled out to another row. */
export interface Traits {
  role: string
  name?: string | undefined
  id?: string | undefined
}

/** How an element is not the one that it was, in words; `undefined` when it is. */
export function otherThan(before: Traits, now: NativeNode): string | undefined {
  if (before.role !== now.role) return `it was a ${before.role} and is now a ${now.role}`
  return differs('name', before.name, now.name) ?? differs('id', before.id, now.id)
}

/** What tells a node of a tree from others, its identity among it; for comparing by `===`. */
export function markOf(snapshot: NativeSnapshot, index: number): string {
  const { role, name, id } = snapshot.node(index)
  return JSON.stringify([snapshot.element(index)?.identity, role, name, id])
}

/** What one of two reads does not say tells nothing: a read of one element alone may know less than a read of the tree. */
function differs(what: string, before: string | undefined, now: string | undefined): string | undefined {
  if (before === undefined || now === undefined || before === now) return undefined
  return `its ${what} was ${JSON.stringify(before)} and is now ${JSON.stringify(now)}`
}
