/**
 * (b) A model of what Terminator 0.24's MCP tools do about trouble: how they wait, take alternatives, verify and retry. Its
 * transport is Windows' and is not modelled; presses go out by the native action, as its invoke_element does. Where its code falls short
 * of its documents at the cost of the user (a verification that looks inside the pressed element only, a step that
 * counts as failed although a retry succeeded), this does what the documents say.
 */
import { alternativesOf, selectorOf } from '../toolkits.mjs'
import { pause, Raw } from './raw.mjs'

const FIND = 3000
const POLL = 100
// Its races give the primary so long when an alternative was faster.
const GRACE = 10
const STATE_TRACKING = 200
const RETRY = 250
const RETRIES = 2
const STEP_RETRY = 500
const STEP_RETRIES = 2
const VERIFY = 2000
const CALL = 5000

export const name = 'Terminator’s semantics'

export async function open(place) {
  const raw = await Raw.open(place, CALL)

  /** Polls; the first match, whatever else matches. */
  async function first(selector, timeout, signal) {
    const until = performance.now() + timeout
    for (;;) {
      const found = await raw.find(selector)
      if (found !== undefined) return found
      if (performance.now() >= until || signal?.aborted)
        throw new Error(`${selector} was not found within ${timeout} ms`)
      await pause(POLL)
    }
  }

  /** Searches of their own, begun together; the clock decides, but for a short grace. */
  async function race(primary, alternatives) {
    const over = new AbortController()
    const searches = [primary, ...alternatives].map((selector, index) =>
      first(selector, FIND, over.signal).then((found) => ({ found, index })),
    )
    try {
      const { found, index } = await Promise.any(searches)
      if (index === 0) return found
      const late = first(primary, 1).catch(() => found)
      return await Promise.race([late, pause(GRACE).then(() => found)])
    } finally {
      over.abort()
      await Promise.allSettled(searches)
    }
  }

  async function act({ kind, text, checked }, found) {
    // UI Automation refuses an element that is disabled.
    if (!found.states.includes('enabled')) throw new Error('the element is not enabled')
    if (kind === 'fill') await raw.invoke(found, { kind: 'setText', text })
    else if (kind === 'row' || kind === 'tab') {
      if (!found.states.includes('selected')) await raw.invoke(found, { kind: 'select' })
    } else if (kind === 'check') {
      if (found.states.includes('checked') !== checked) await raw.invoke(found, { kind: 'toggle' })
    } else if (kind === 'type') {
      await raw.invoke(found, { kind: 'focus' })
      await raw.typeOver(text)
    } else await raw.invoke(found, { kind: 'press' })
    await pause(STATE_TRACKING)
  }

  /** A tool: finding and acting is retried, verification is not. */
  async function tool(step, selectors, verify) {
    const [primary, ...alternatives] = selectors
    for (let attempt = 0; ; attempt++) {
      const found = await race(primary, alternatives).catch((error) => {
        // Searching has waited long enough; there is no pause after it.
        if (attempt >= RETRIES) throw error
      })
      if (found === undefined) continue
      try {
        await act(step, found)
        break
      } catch (error) {
        if (attempt >= RETRIES) throw error
        await pause(RETRY)
      }
    }
    return verify === undefined ? undefined : await first(verify, VERIFY)
  }

  /** A step of a sequence: whatever tool failed in it, all of it is done again. */
  async function sequence(step) {
    const { kind, shows } = step
    if (kind === 'menu') await tool({ kind: 'press' }, [place.toolkit.menu])
    const selectors = [selectorOf(place.toolkit, step), ...alternativesOf(place.toolkit, step)]
    const verify = kind === 'confirm' ? 'role:text|name:/^Receipt /' : `role:text|name:"${shows}"`
    return tool(step, selectors, verify)
  }

  return {
    async perform(step) {
      for (let attempt = 0; ; attempt++) {
        try {
          const seen = await sequence(step)
          return { read: seen.name }
        } catch (error) {
          if (attempt >= STEP_RETRIES) throw error
          await pause(STEP_RETRY)
        }
      }
    },
    record: () => raw.record(),
    apply: (effects) => raw.apply(effects),
    close: () => raw.close(),
  }
}
