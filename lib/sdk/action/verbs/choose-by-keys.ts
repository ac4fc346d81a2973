import { isSurehandError } from '../../errors.js'
import { chordSteps } from '../../keys.js'
import type { Found } from '../../look/look.js'
import type { NativeDispatch } from '../../native/binding.js'
import { stateOf } from '../../tree/states.js'
import { patiently } from '../../wait/patiently.js'
import { announced, NotYet, until } from '../../wait/wait.js'
import type { Attempt } from '../attempt.js'
import { notActionable } from '../steps/not-actionable.js'
import { sendKeys } from './keyboard.js'

// ms; how long the focus may take to get to an item.
const MOVES = 1_000

// How often it is counted anew how far it is: what cannot be chosen is passed over.
const MOST_TRIES = 5

const ASTRAY = 'it can neither be clicked nor selected, and the arrow keys did not lead to it'

/**
 * Chooses an item of a combo box whose list is open and has the keyboard, as a person without a pointer would: the arrow keys move the focus to it, and
 * Enter is pressed once it says that it has that. `undefined` where no item of the list says so: then nothing was sent.
 */
export async function chooseByKeys(attempt: Attempt, look: () => Promise<Found>): Promise<NativeDispatch | undefined> {
  let item = await look()
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const way = wayTo(item)
    if (way === undefined) {
      if (tries === 0) return undefined
      break
    }
    if (way === 0) return sendKeys(attempt, item, chordSteps({ modifiers: [], key: 'Enter' }))
    const arrow = chordSteps({ modifiers: [], key: way > 0 ? 'ArrowDown' : 'ArrowUp' })
    const arrows = Array.from({ length: Math.abs(way) }, () => arrow).flat()
    await attempt.during('preflight', () => sendKeys(attempt, item, arrows, 'prepares'))
    item = await arrived(attempt, look, item)
  }
  throw notActionable(item, 'focused', ASTRAY)
}

/** How many items lie between the one that has the focus and this one, and on which side; `undefined` where none of them has it. */
function wayTo({ snapshot, node }: Found): number | undefined {
  const parent = snapshot.parent(node)
  const role = snapshot.role(node)
  const items = snapshot.children(parent).filter((child) => snapshot.role(child) === role && !snapshot.hidden(child))
  const focused = items.filter((child) => stateOf(snapshot.node(child).states, 'focused') === true)
  const [from, to] = [items.indexOf(focused[0] ?? -1), items.indexOf(node)]
  return focused.length !== 1 || to < 0 ? undefined : to - from
}

/** Once the focus is on the item, or has come to another and stays there. */
async function arrived(attempt: Attempt, look: () => Promise<Found>, from: Found): Promise<Found> {
  let item = from
  try {
    await patiently(attempt.limits, MOVES, (patience) =>
      until(patience, announced(attempt.scope), async () => {
        item = await look()
        return wayTo(item) === 0 || new NotYet(() => notActionable(item, 'focused', ASTRAY))
      }),
    )
  } catch (error) {
    if (!isSurehandError(error, 'NOT_ACTIONABLE')) throw error
  }
  return item
}
