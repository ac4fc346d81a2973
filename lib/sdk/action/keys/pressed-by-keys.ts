import type { Limits } from '../../call/limits.js'
import { isSurehandError } from '../../errors.js'
import type { NativeDesktop } from '../../native/binding.js'
import { quote } from '../../selector/index.js'
import { queryOf } from '../../tree/query.js'
import type { Hooks, Outgoing, Payload } from '../hooks.js'

// Without one of these, or a function key, a key types or moves and presses no entry of a menu.
const MODIFIERS: ReadonlySet<string> = new Set(['Control', 'Alt', 'Meta'])

// ms; a policy asks before keys are sent, and the application is asked for what they press.
const PATIENCE = 1_000

const MOST = 10

/**
 * What the application says that keys press: the entries of its menus and the buttons that have them as their shortcut. Looked for only
 * where hooks are asked. Toolkits that do not tell shortcuts give none.
 */
export async function pressedByKeys(
  native: NativeDesktop,
  appKey: string,
  hooks: readonly Hooks[],
  payload: Payload,
  limits: Limits,
): Promise<Outgoing['presses']> {
  if (payload.kind !== 'keys' || !hooks.some(({ beforeDispatch }) => beforeDispatch !== undefined)) return undefined
  const { keys } = payload
  if (!keys.some((key) => MODIFIERS.has(key) || /^F\d+$/.test(key))) return undefined
  const query = queryOf(
    'keys',
    spellings(keys)
      .map((spelled) => `shortcut:${quote(spelled)}`)
      .join(' || '),
  )
  try {
    const { snapshot, nodes } = await limits
      .within(Math.min(PATIENCE, limits.remaining / 2))
      .call((bounds) => native.find({ appKey }, query.compiled, { limit: MOST }, bounds))
    return nodes.map((node) => ({ role: snapshot.role(node), name: snapshot.name(node) }))
  } catch (error) {
    // What cannot be asked says nothing; the keys are judged by themselves.
    if (!isSurehandError(error) || isSurehandError(error, 'ABORTED')) throw error
    return undefined
  }
}

/** Toolkits name modifiers in an order of their own. */
function spellings(keys: readonly string[]): string[] {
  const modifiers = keys.slice(0, -1).slice(0, 3)
  const orders = modifiers.reduce<string[][]>(
    (all, modifier) =>
      all.flatMap((order) =>
        [0, 1, 2, 3].slice(0, order.length + 1).map((at) => [...order.slice(0, at), modifier, ...order.slice(at)]),
      ),
    [[]],
  )
  return orders.map((order) => [...order, ...keys.slice(-1)].join('+'))
}
