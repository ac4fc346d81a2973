import { invalidArgument } from '../call/arguments.js'
import { callNative } from '../errors.js'
import type { NativeQuery, NativeReads } from '../native/binding.js'
import { loadNative } from '../native/load.js'
import { format, parse, type Selector } from '../selector/index.js'

export type { Selector } from '../selector/index.js'

/** A selector as text (`role:button|name:Save`), or as `parse()` of `surehand/selector` gives it. */
export type SelectorLike = string | Selector

/** A selector in the forms that the rest needs: its terms, its text, and what the native matcher runs. */
export class Query {
  private native: NativeQuery | undefined
  private shown: string | undefined

  /** `shown`: what messages and receipts call it. Default: the selector as text, which is made when it is asked for. */
  constructor(
    readonly selector: Selector,
    shown?: string,
  ) {
    this.shown = shown
  }

  get text(): string {
    this.shown ??= format(this.selector)
    return this.shown
  }

  /** Compiled on first use: a selector alone needs no native library. */
  get compiled(): NativeQuery {
    this.native ??= callNative(() => loadNative().compileQuery(this.selector))
    return this.native
  }

  /** What a snapshot must hold for what matches there to be acted on. */
  get reads(): NativeReads {
    return { ...this.compiled.reads, bounds: true }
  }
}

/** What all of them read together. */
export function together(all: readonly NativeReads[]): NativeReads {
  const any = (key: keyof NativeReads) => all.some((reads) => reads[key] === true)
  return {
    bounds: any('bounds'),
    text: any('text'),
    namesFromText: any('namesFromText'),
    actions: any('actions'),
    attributes: any('attributes'),
  }
}

// Enough for every selector of a test suite; a script that makes up selectors without end must not grow the cache.
const CAPACITY = 500
const cache = new Map<string, Query>()

/** Parses; the same text is compiled once. Throws INVALID_SELECTOR, or INVALID_ARGUMENT naming `call`. */
export function queryOf(call: string, selector: SelectorLike): Query {
  const known = typeof selector === 'string' ? cache.get(selector.trim()) : undefined
  if (known !== undefined) return known
  const text = selectorText(call, selector)
  const query = new Query(parse(text), text)
  if (cache.size >= CAPACITY) cache.delete(cache.keys().next().value as string)
  cache.set(text, query)
  return query
}

/** The text of a selector; refuses anything else. */
export function selectorText(call: string, selector: SelectorLike): string {
  if (typeof selector === 'string') {
    parse(selector)
    return selector.trim()
  }
  const written = typeof selector === 'object' && selector !== null ? formatted(selector) : undefined
  if (written !== undefined) return written
  throw invalidArgument(call, 'selector', selector, {
    accepts: () => false,
    expected: 'a selector: text like "role:button|name:Save", or what parse() gives',
  })
}

/** `undefined` for an object that is no selector. */
function formatted(selector: Selector): string | undefined {
  try {
    return format(selector)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
