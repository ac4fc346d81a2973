import type { App } from '../../sdk/app.js'
import type { Receipt } from '../../sdk/receipt.js'
import type { Act, Located } from './step.js'

// ms; a person who acts by hand waits no longer.
const PATIENCE = 5_000

/** Does a step as its code does it. `text`: what is typed into a protected field, which the step has not. */
export async function doStep(app: App, step: Act, text = ''): Promise<Receipt> {
  const options = { timeout: PATIENCE }
  if (step.verb === 'menu') return app.menu(...step.path).click(options)
  if (step.verb === 'type') return (await app.window(undefined, options)).type(step.text, options)
  if (step.verb === 'press' && step.target === undefined) {
    return (await app.window(undefined, options)).press(step.key, options)
  }
  const locator = app.locator((step.target as Located).selector)
  switch (step.verb) {
    case 'press':
      return locator.press(step.key, options)
    case 'fill':
      // Keys that come one by one go on where the last one was: what was typed before is not known here.
      if ('secret' in step.typed) return locator.pressSequentially(text, options)
      return locator.fill(step.typed.text, options)
    case 'pressSequentially':
      return locator.pressSequentially('secret' in step.typed ? text : step.typed.text, options)
    case 'selectOption':
      return locator.selectOption(step.option, options)
    case 'scroll':
      return locator.scroll({ x: step.x, y: step.y }, options)
    case 'dragTo': {
      const { position, targetPosition } = step
      return locator.dragTo(app.locator(step.to.selector), { ...options, ...given({ position, targetPosition }) })
    }
    case 'click':
    case 'dblclick':
    case 'rightClick': {
      const { modifiers, position } = step
      return locator[step.verb]({ ...options, ...given({ modifiers, position }) })
    }
    default:
      return locator[step.verb](options)
  }
}

/** The members that have a value: an option that is `undefined` is refused. */
function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never
}
