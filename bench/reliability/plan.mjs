/**
 * The workflow, and what befalls it: an order desk where ten steps are done again and again. A plan is plain data;
 * the application gets all of it, a contestant only what {@link instruction} says.
 */
import { FAULTS, SCALE } from './faults.mjs'
import { Random } from './random.mjs'

const CUSTOMERS = ['Ada Byron', 'Grace Hopper', 'Alan Turing', 'Edsger Dijkstra', 'Barbara Liskov', 'Tony Hoare']
const SEARCHES = ['rope 12mm', 'anvil', 'tin bucket', 'lamp oil', 'copper wire', 'sail cloth']
const ORDERS = Array.from({ length: 12 }, (_, index) => 1001 + index)

// Any number will do that does not make runs alike that have seeds alike.
const SPREAD = 0x9e3779b1

/**
 * @typedef {object} Step
 * @property {string} kind
 * @property {string} target the logical identity of the element, also its accessible id
 * @property {string} role
 * @property {string} name what it is called in the version that the script was written for
 * @property {string} newName what it is called when it is renamed
 * @property {string} shows what the status line says when it was done
 * @property {boolean} idempotent whether doing it again changes nothing
 * @property {string} [text] to be written
 * @property {boolean} [checked] the state to be brought about
 * @property {string} [receipt] the number that the message after it shows
 * @property {{kind: string} & Record<string, number | boolean | string>} [fault]
 */

/**
 * @param {number} seed
 * @param {number} length steps
 * @param {{only?: string}} [options] this kind of fault, at every second step where it can be; `none`: nothing goes wrong
 * @returns {{seed: number, orders: number[], steps: Step[]}}
 */
export function makePlan(seed, length, { only } = {}) {
  const random = new Random(Math.imul(seed, SPREAD))
  const steps = []
  let chosen = random.between(0, ORDERS.length - 1)
  for (let round = 1; steps.length < length; round++) {
    // Never the row that is chosen already.
    chosen = (chosen + random.between(1, ORDERS.length - 1)) % ORDERS.length
    steps.push(...roundOf(round, ORDERS[chosen], random))
  }
  steps.length = length
  for (const step of steps) step.fault = drawFault(step.kind, random, only)
  return { seed, orders: ORDERS, steps }
}

function drawFault(kind, random, only) {
  // Every step draws as often as every other, so that a change of one rate leaves the rest of a plan as it was.
  let point = random.next()
  const shape = new Random(random.between(0, 2 ** 31))
  for (const [name, fault] of Object.entries(FAULTS)) {
    if (!fault.on.includes(kind)) continue
    const rate = only === undefined ? SCALE * fault.rate : only === name ? 0.5 : 0
    if (point < rate) return { kind: name, ...fault.draw(shape) }
    point -= rate
  }
  return undefined
}

function roundOf(round, order, random) {
  const customer = `${CUSTOMERS[random.between(0, CUSTOMERS.length - 1)]} ${round}`
  const search = `${SEARCHES[random.between(0, SEARCHES.length - 1)]} ${round}`
  const checked = round % 2 === 1
  const receipt = String(random.between(100000, 999999))
  return [
    at('tab', 'orders-tab', 'tab', 'Orders', '', `Orders opened, ${round}`, true),
    at('row', `order-${order}`, 'listitem', `Order ${order}`, '', `Order ${order} chosen, ${round}`, true),
    at('press', 'add-item', 'button', 'Add item', 'New item', `Item ${round} added`, false),
    at('menu', 'discount', 'menuitem', 'Apply discount', 'Give discount', `Discount ${round} applied`, false),
    at('tab', 'details-tab', 'tab', 'Details', '', `Details opened, ${round}`, true),
    { ...at('fill', 'customer', 'textbox', 'Customer', 'Client', `Customer is ${customer}`, true), text: customer },
    {
      ...at('check', 'express', 'checkbox', 'Express', 'Fast', `Express ${checked ? 'on' : 'off'}, ${round}`, true),
      checked,
    },
    { ...at('type', 'search', 'textbox', 'Search', 'Find', `Searched for ${search}`, true), text: search },
    at('press', 'send', 'button', 'Send', 'Submit', `Really send order ${round}?`, false),
    { ...at('confirm', 'yes', 'button', 'Yes', 'Confirm', `Order ${round} sent`, false), receipt },
  ]
}

function at(kind, target, role, name, newName, shows, idempotent) {
  return { kind, target, role, name, newName, shows, idempotent }
}

/**
 * What the person who wrote the script knew of a step: what the element is called and its id, what the application
 * says afterwards, whether it may be done twice. Nothing about faults, and not the number that is to be read.
 *
 * @param {Step} step
 */
export function instruction({ kind, target, role, name, shows, idempotent, text, checked }) {
  return { kind, target, role, name, shows, idempotent, text, checked }
}
