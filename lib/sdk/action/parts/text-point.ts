import type { Found } from '../../look/look.js'
import type { NativeRect } from '../../native/binding.js'
import { stateOf } from '../../tree/states.js'
import { centre, type Point } from '../rect.js'

// px from the edge where the text begins: inside of the frame, and before any button.
const INSET = 12

/**
 * Where to click an element so that the click does nothing but that: its middle, and of a spin button the place where its text begins.
 * The middle of a narrow one is one of its two buttons, which GTK 4 does not publish.
 */
export function clickPoint({ snapshot, node }: Found, part: NativeRect): Point {
  const middle = centre(part)
  const isField = snapshot.role(node) === 'spinbutton' && stateOf(snapshot.node(node).states, 'editable') === true
  if (!isField || part.width <= 2 * INSET) return middle
  const x = readsFromTheRight({ snapshot, node }) ? part.x + part.width - INSET : part.x + INSET
  return { x, y: middle.y }
}

// Names; enough to tell the language of a window.
const SAMPLE = 200
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const LEFT_TO_RIGHT = /\p{Letter}/u

/** No toolkit says it of its window; most of what it shows is written in a script that runs that way. */
function readsFromTheRight({ snapshot, node }: Pick<Found, 'snapshot' | 'node'>): boolean {
  const window = Math.max(0, snapshot.windowOf(node))
  const end = Math.min(snapshot.subtreeEnd(window), window + SAMPLE)
  let balance = 0
  for (let at = window; at < end; at++) {
    const name = snapshot.name(at) ?? ''
    if (RIGHT_TO_LEFT.test(name)) balance++
    else if (LEFT_TO_RIGHT.test(name)) balance--
  }
  return balance > 0
}
