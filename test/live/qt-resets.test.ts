import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failing } from '../contract/program.js'
import { PATIENCE } from '../patience.js'
import { startSession } from './support/session.js'

const APPS = join(import.meta.dirname, '..', 'fixtures', 'apps')
const NAMES = Array.from({ length: 60 }, (_, at) => `Row ${Math.floor(at / 3)} ${at % 3}`)

test.each(['5', '6'])(
  'Qt %s: a table whose model is reset while it is read is whole, or cut as changing',
  async (version) => {
    const session = await startSession()
    try {
      const desktop = await session.desktop({ defaultTimeout: PATIENCE })
      const app = await desktop.launch({
        command: '/usr/bin/python3',
        args: [join(APPS, 'resets_qt.py'), version, '20'],
      })
      await app.locator('role:table|name:Rows').waitFor()
      for (let reads = 0; reads < 5; reads++) {
        const tree = await app.snapshot()
        const names = tree.findAll('role:cell').map(({ name }) => name)
        if (tree.complete) expect(names).toEqual(NAMES)
        else expect(tree.cuts.map(({ reason }) => reason)).toContain('changing')
      }
      const row = app.locator('name:"Row 99 0"')
      const missing = await failing(1000, (timeout) => row.click({ timeout }))
      expect(['INCOMPLETE_TREE', 'NOT_FOUND']).toContain(missing.code)
      expect(missing).toMatchObject({ sent: 'no' })
      await app.locator('role:table|name:Rows').waitFor()
    } finally {
      await session.stop()
    }
  },
)
