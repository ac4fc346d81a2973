import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Snapshot } from '../../lib/sdk/index.js'
import { headless } from './support/settled.js'

// Qt is read in many calls; a program that turns its pages meanwhile answers some of them before and some after.

const TURNING = join(import.meta.dirname, '..', 'fixtures', 'apps', 'turning_qt.py')
const FIELDS = 80

/** What the tree says: the page in the title, and how many fields of each page show. */
function pages(tree: Snapshot): { title: string | undefined; A: number; B: number } {
  const showing = (page: string) => tree.findAll(`role:checkbox|name:/^${page} \\d+$/|visible:true`).length
  return { title: tree.find('role:text|name:/^Page [AB]$/')?.name, A: showing('A'), B: showing('B') }
}

const ONE_MOMENT = [
  { title: 'Page A', A: FIELDS, B: 0 },
  { title: 'Page B', A: 0, B: FIELDS },
]

test.each(['5', '6'])(
  'Qt %s: a tree is of one moment, or says that it is not',
  async (version) => {
    await using place = await headless()
    const app = await place.desktop.launch(
      { command: '/usr/bin/python3', args: [TURNING, version] },
      { timeout: 60_000 },
    )
    const turning = app.locator('role:checkbox|name:Turn by itself')
    await turning.waitFor({ timeout: 60_000 })
    const still = await app.snapshot()
    expect(pages(still)).toEqual(ONE_MOMENT[0])
    expect(still.complete).toBe(true)

    await turning.check({ diff: false })
    for (let i = 0; i < 40; i++) {
      const tree = await app.snapshot()
      if (tree.cuts.some(({ reason }) => reason === 'changing')) expect(tree.complete).toBe(false)
      else expect(ONE_MOMENT).toContainEqual(pages(tree))
    }
  },
  240_000,
)
