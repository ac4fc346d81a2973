/**
 * (a) A plain find-and-press script: one look, the first match, the toolkit's own action, a short fixed pause. What
 * did not throw has worked. Calls to the application have libatspi's own timeout.
 */
import { selectorOf } from '../toolkits.mjs'
import { pause, Raw } from './raw.mjs'

const LIBATSPI_TIMEOUT = 800
const PAUSE = 100

export const name = 'plain script'

export async function open(place) {
  const raw = await Raw.open(place, LIBATSPI_TIMEOUT)

  async function find(selector) {
    const found = await raw.find(selector)
    if (found === undefined) throw new Error(`${selector} was not found`)
    return found
  }

  return {
    async perform(step) {
      const { kind, text, checked } = step
      const found = await find(selectorOf(place.toolkit, step))
      if (kind === 'fill') await raw.invoke(found, { kind: 'setText', text })
      else if (kind === 'row' || kind === 'tab') await raw.invoke(found, { kind: 'select' })
      else if (kind === 'type') {
        await raw.invoke(found, { kind: 'focus' })
        await raw.typeOver(text)
      } else if (kind !== 'check' || found.states.includes('checked') !== checked) {
        await raw.invoke(found, { kind: 'press' })
      }
      await pause(PAUSE)
      if (kind === 'confirm') return { read: (await find('role:text|name:/^Receipt /')).name }
      return {}
    },
    record: () => raw.record(),
    apply: (effects) => raw.apply(effects),
    close: () => raw.close(),
  }
}
