import type { Rect } from '../../sdk/tree/node.js'
import type { Snapshot } from '../../sdk/tree/snapshot.js'

/** What its windows cover; what is in them where a window of Swing says no place. */
export function areaOf({ root }: Snapshot): Rect | undefined {
  const places = root.children.flatMap((window) => {
    const { bounds } = window
    if (bounds !== undefined || window.state('visible') !== true) return bounds ?? []
    return window.children.flatMap((child) => child.bounds ?? [])
  })
  if (root.children.every(({ bounds }) => bounds !== undefined) || places.length === 0) return undefined
  const [x, y] = [Math.min(...places.map((place) => place.x)), Math.min(...places.map((place) => place.y))]
  const width = Math.max(...places.map((place) => place.x + place.width)) - x
  return { x, y, width, height: Math.max(...places.map((place) => place.y + place.height)) - y }
}
