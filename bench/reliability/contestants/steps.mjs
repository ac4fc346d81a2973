/** A step of the workflow as a user of surehand writes it: one call, and what the application says is read. */
import { Desktop } from 'surehand'
import { selectorOf } from '../toolkits.mjs'

export const RECEIPT = 'role:text|name:/^Receipt /'

// ms; a receipt may take its time, and reading begins before the press.
const READING = 15_000

/** Why a step is not taken for done; `sent` says, as in the library's own errors, whether it may be all the same. */
class NotDone extends Error {
  constructor(code, message, sent) {
    super(message)
    this.code = code
    this.sent = sent
  }
}

/** @param {(step: object) => object} optionsOf the options of the call for a step */
export async function openDesk({ environment, world, backend, pid, toolkit }, optionsOf) {
  const desktop = await Desktop.open(world === undefined ? { environment, backend } : { world })
  const app = pid === undefined ? (await desktop.apps())[0] : await desktop.app({ pid })

  async function send(step) {
    const { kind, text, checked } = step
    const options = optionsOf(step)
    const element = app.locator(selectorOf(toolkit, step))
    if (kind === 'row' || kind === 'tab') return element.select(options)
    if (kind === 'fill') return element.fill(text, options)
    if (kind === 'type') return element.fill(text, { ...options, route: 'input' })
    if (kind === 'check') return checked ? element.check(options) : element.uncheck(options)
    if (kind === 'menu' && options.force === undefined) await app.locator(toolkit.menu).click()
    return element.click(options)
  }

  async function act(step) {
    const receipt = await send(step)
    // The caller reads what it is told.
    if (receipt.effect === 'unchanged') throw new NotDone('UNCHANGED', `nothing happened: ${receipt}`, 'no')
    if (receipt.effect === 'unknown')
      throw new NotDone('UNKNOWN', `nobody knows whether anything happened: ${receipt}`, 'unknown')
    return receipt
  }

  return {
    async perform(step) {
      if (step.kind !== 'confirm') return { receipt: await act(step) }
      // What is gone soon is waited for from before the press.
      const reading = app.locator(RECEIPT).name({ timeout: READING })
      reading.catch(() => {})
      const receipt = await act(step)
      const read = await reading.catch((error) => {
        throw new NotDone(
          'UNREAD',
          `it was pressed (${receipt}), and the number could not be read: ${error.message}`,
          'unknown',
        )
      })
      return { receipt, read }
    },
    record: () => desktop.simulation.received(),
    apply: (effects) => desktop.simulation.apply(effects),
    close: () => desktop.dispose(),
  }
}
