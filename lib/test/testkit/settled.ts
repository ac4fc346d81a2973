/** Says whether what it is given, look after look, has been the same for a while: then it is taken down as it is. */
export function settling<T>(same: (a: T, b: T) => boolean): (value: T) => boolean {
  let last: { value: T; since: number } | undefined
  return (value) => {
    const now = performance.now()
    if (last === undefined || !same(last.value, value)) last = { value, since: now }
    return now - last.since >= QUIET
  }
}

// ms; longer than toolkits take from one announcement of a change to the next, and than a look takes.
const QUIET = 300
