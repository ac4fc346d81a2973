import { isSurehandError } from '../../sdk/errors.js'
import type { NearMiss } from '../../sdk/look/candidates.js'
import { Deadline } from '../deadline.js'
import type { Target } from '../target.js'
import type { Call } from '../tool.js'
import { nearMissesAlong } from './near-misses.js'

// ms; an explanation is worth a look, and no more waiting.
const LOOK = 1_000

/** What a read gives; when it finds nothing, its error comes with what the selector nearly means. */
export async function explaining<T>(
  { app, window }: Target,
  selector: string,
  { signal }: Call,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const absent = isSurehandError(error) && ['NOT_FOUND', 'INCOMPLETE_TREE', 'TIMEOUT'].includes(error.code)
    const place = window ?? app
    if (!absent || place === undefined) throw error
    const misses = await nearest().catch(() => [])
    throw nearMissesAlong(error, misses)

    async function nearest(): Promise<NearMiss[]> {
      const snapshot = await (place as NonNullable<typeof place>).snapshot({
        timeout: new Deadline(LOOK).remaining,
        signal,
      })
      return snapshot.explain(selector).nearMisses.map(({ node, fails }) => {
        const { ref, role, name, path, selector } = snapshot.at(node)
        return { ref, role, name, path, selector, fails }
      })
    }
  }
}
