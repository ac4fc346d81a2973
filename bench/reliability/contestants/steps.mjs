/** A step of the workflow as a user of surehand writes it: one call, and what the application says is read. */
import { Desktop } from 'surehand'

export const RECEIPT = 'role:text|name:/^Receipt /'

/** @param {(step: object) => object} optionsOf the options of the call for a step */
export async function openDesk({ environment, world, pid }, optionsOf) {
  const desktop = await Desktop.open(world === undefined ? { environment } : { world })
  const app = pid === undefined ? (await desktop.apps())[0] : await desktop.app({ pid })

  async function send(step) {
    const { kind, role, name, text, checked } = step
    const options = optionsOf(step)
    const element = app.locator(`role:${role}|name:"${name}"`)
    if (kind === 'row' || kind === 'tab') return element.select(options)
    if (kind === 'fill') return element.fill(text, options)
    if (kind === 'type') return element.fill(text, { ...options, route: 'input' })
    if (kind === 'check') return checked ? element.check(options) : element.uncheck(options)
    if (kind === 'menu' && options.force === undefined) await app.locator('role:menu|name:Order').click()
    return element.click(options)
  }

  async function act(step) {
    const receipt = await send(step)
    // The caller reads what it is told.
    if (receipt.effect === 'unchanged') throw new Error(`nothing happened: ${receipt}`)
    return receipt
  }

  return {
    async perform(step) {
      if (step.kind !== 'confirm') return { receipt: await act(step) }
      // What is gone soon is waited for from before the press.
      const reading = app.locator(RECEIPT).name()
      reading.catch(() => {})
      const receipt = await act(step)
      return { receipt, read: await reading }
    },
    record: () => desktop.simulation.received(),
    apply: (effects) => desktop.simulation.apply(effects),
    close: () => desktop.dispose(),
  }
}
