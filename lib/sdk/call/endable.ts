/**
 * What a generator yields, with a `return()` that ends a `next()` which is still waiting: a generator's own waits for that. `make` gets a
 * signal that fires then.
 */
export function endable<T>(make: (end: AbortSignal) => AsyncGenerator<T>): AsyncIterableIterator<T> {
  const end = new AbortController()
  const inner = make(end.signal)
  const over = { done: true, value: undefined } as const
  const close = async () => {
    end.abort()
    // It ends with ABORTED where it waits, which is what was asked for.
    await inner.return(undefined).catch(() => {})
  }
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      if (end.signal.aborted) return over
      try {
        return await inner.next()
      } catch (error) {
        if (end.signal.aborted) return over
        throw error
      }
    },
    async return() {
      await close()
      return over
    },
    async throw(error) {
      await close()
      throw error
    },
  }
}
