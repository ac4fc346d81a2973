const listening = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when a signal fires, until the function that it gives is called. All who listen to one signal are one listener of
 * it: Node warns of more than ten, and a script may well wait for a thousand things under one signal.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const known = listening.get(signal)
  if (known !== undefined) {
    known.add(callback)
    return () => leave(signal, callback)
  }
  const callbacks = new Set([callback])
  listening.set(signal, callbacks)
  signal.addEventListener('abort', fire, { once: true })
  return () => leave(signal, callback)
}

function fire(this: AbortSignal): void {
  const callbacks = listening.get(this)
  listening.delete(this)
  for (const callback of callbacks ?? []) callback()
}

function leave(signal: AbortSignal, callback: () => void): void {
  const callbacks = listening.get(signal)
  if (callbacks === undefined) return
  callbacks.delete(callback)
  if (callbacks.size > 0) return
  listening.delete(signal)
  signal.removeEventListener('abort', fire)
}

/** A signal that fires when either does. */
export function eitherSignal(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other
  return AbortSignal.any([one, other])
}
