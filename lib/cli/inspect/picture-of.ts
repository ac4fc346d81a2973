import { fill, type Image, pixelsOf } from '../../agent/capture/image.js'
import { protectedAreas } from '../../agent/capture/protected.js'
import { Deadline } from '../../agent/deadline.js'
import type { App } from '../../sdk/app.js'
import { limitsOf } from '../../sdk/call/limits.js'
import type { Desktop } from '../../sdk/desktop.js'
import type { Rect } from '../../sdk/tree/node.js'
import { queryOf } from '../../sdk/tree/query.js'

const BLANK = [0, 0, 0] as const

/**
 * The part of the screen that the windows of an application cover together, with protected fields blank, of whatever application. Those of its own
 * are searched for natively: a whole tree for each picture would cost the application more than all the rest. What moves meanwhile is blanked
 * at both its places.
 */
export async function pictureOf(desktop: Desktop, app: App, timeout: number): Promise<Image> {
  const deadline = new Deadline(timeout)
  const area = await app.area({ timeout })
  const before = await protectedIn(desktop, app, area, deadline)
  const image = await desktop.image({ area }, { timeout: deadline.remaining })
  const after = await protectedIn(desktop, app, area, deadline)
  for (const each of [...before, ...after]) fill(image, pixelsOf(image, each), BLANK)
  return image
}

async function protectedIn(desktop: Desktop, app: App, area: Rect, deadline: Deadline): Promise<Rect[]> {
  const { signal } = new AbortController()
  const others = protectedAreas(desktop, area, deadline, { signal }, ({ pid }) => pid !== app.pid)
  const [own, { areas }] = await Promise.all([ownProtected(app, deadline), others])
  return [...own, ...areas]
}

async function ownProtected({ scope, hasTree }: App, deadline: Deadline): Promise<Rect[]> {
  if (!hasTree) return []
  const { compiled } = queryOf('surehand inspect', 'protected:true')
  const limits = limitsOf(scope, { timeout: deadline.remaining })
  const { snapshot, nodes } = await limits.call((native) =>
    scope.native.find(scope.target, compiled, { hidden: false }, native),
  )
  return nodes.flatMap((node) => snapshot.node(node).bounds ?? [])
}
