import { type Query, queryOf } from '../../tree/query.js'
import { stateOf } from '../../tree/states.js'
import { Execution } from '../execution.js'
import { below, first } from '../menus.js'
import { dispatchNative } from '../steps/dispatch.js'
import { ready } from '../steps/ready.js'

/**
 * Opens the menus that an entry is in, before it is pressed once more: its menu closes by a press, whatever becomes of that. `path` begins
 * with the entry of the bar and ends with the one that is to be pressed, which is not touched.
 */
export async function openAgain(execution: Execution, path: readonly string[]): Promise<void> {
  let at = first(path[0] as string)
  for (const next of path.slice(1)) {
    await open(execution, queryOf('menu', at.selector))
    at = below(at, next)
  }
}

async function open(execution: Execution, query: Query): Promise<void> {
  const { options, ...action } = execution.action
  const { hooks } = options
  const of = { ...action, conditions: undefined, options: hooks === undefined ? {} : { hooks } }
  const opening = new Execution(of, [{ query }], execution.limits, execution.patience)
  const menu = await execution.during('preflight', () => ready(opening, { enabled: true, editable: false }))
  if (stateOf(menu.now.states, 'expanded') === true) return
  await dispatchNative(opening, menu, [{ kind: 'press' }], 'prepares')
  if (opening.entry.prepared !== undefined) execution.opened(menu)
}
