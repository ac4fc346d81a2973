import type { App } from '../../sdk/app.js'
import type { Desktop } from '../../sdk/desktop.js'
import { isSurehandError } from '../../sdk/errors.js'
import type { Rect } from '../../sdk/tree/node.js'
import type { Call } from '../call.js'
import type { Deadline } from '../deadline.js'
import { overlap } from './rect.js'

/** Where protected fields (passwords) are in an area of the screen, and of which applications that is not known. */
export interface ProtectedAreas {
  areas: Rect[]
  /** In words, one for each application. */
  unknown: string[]
}

// What is cut for these reasons does not show.
const NOT_SHOWN = new Set(['hidden', 'virtual', 'closed'])

/**
 * Asked of every application that shows something there: what lies over an application is in its picture, too. `of`: which applications are asked,
 * where the caller knows of the others.
 */
export async function protectedAreas(
  desktop: Desktop,
  area: Rect,
  deadline: Deadline,
  { signal }: Pick<Call, 'signal'>,
  of: (app: App) => boolean = () => true,
): Promise<ProtectedAreas> {
  const limits = () => ({ timeout: deadline.remaining, signal })
  const found: ProtectedAreas = { areas: [], unknown: [] }
  const unknown = (app: App, why: string) =>
    found.unknown.push(`${app.executable || app.name} (pid ${app.pid}): ${why}`)
  await Promise.all(
    (await desktop.apps(limits())).filter(of).map(async (app) => {
      try {
        const windows = await app.windows(limits())
        const shown = await Promise.all(
          windows.map(
            async (window) => !(await window.isMinimized(limits())) && showsIn(await window.boundingBox(limits())),
          ),
        )
        if (!shown.includes(true)) return
        if (!app.hasTree) return void unknown(app, 'it publishes no tree')
        const snapshot = await app.snapshot({ ...limits(), actions: false })
        for (const node of snapshot.findAll('protected:true')) {
          if (node.state('visible') === false) continue
          if (node.bounds === undefined) unknown(app, `${node} says no place`)
          else if (overlap(node.bounds, area)) found.areas.push(node.bounds)
        }
        const cuts = snapshot.cuts.filter(({ reason }) => !NOT_SHOWN.has(reason))
        if (cuts.length > 0)
          unknown(app, `its tree is cut (${[...new Set(cuts.map(({ reason }) => reason))].join(', ')})`)
      } catch (error) {
        if (!isSurehandError(error) || error.code === 'ABORTED') throw error
        // One that has ended shows nothing any more.
        if (error.code !== 'APP_EXITED') unknown(app, error.code)
      }
    }),
  )
  return found

  function showsIn(bounds: Rect | undefined): boolean {
    return bounds === undefined || overlap(bounds, area) !== undefined
  }
}
