import { SurehandError } from '../../sdk/errors.js'
import { quoted } from '../../sdk/tree/quoted.js'
import type { Spot } from './spot.js'

/** What was read is not what is there by now. Nothing was sent. */
export function stale({ role, name }: Spot, seen: string): SurehandError {
  const was = name === '' ? role : `${role} ${quoted(name)}`
  return new SurehandError('STALE', `${was}: ${seen}. Nothing was sent. Read the window again.`, { was })
}
