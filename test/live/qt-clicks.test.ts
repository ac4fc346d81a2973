import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PATIENCE } from '../patience.js'
import { startSession } from './support/session.js'

const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'clicks_qt.py')

// `Toggle`, the only action of what can be checked, sends `toggled` at best: the box shows a mark and its program does nothing.
test.each(['5', '6'])(
  'the program hears of each check() and click() of what can be checked in Qt %s',
  async (version) => {
    await using session = await startSession()
    const folder = mkdtempSync(join(tmpdir(), 'clicks-'))
    const log = join(folder, 'log')
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const app = await desktop.launch({ command: '/usr/bin/python3', args: [program, version, log] })
    try {
      for (const name of ['Box', 'Radio', 'Push', 'Tool']) {
        expect(await app.locator(`name:${name}`).check()).toMatchObject({ effect: 'verified', route: 'input' })
      }
      await app.locator('name:Box').click()
      // A group box is unchecked by its action: in its middle lies a button.
      expect(await app.locator('name:Group').uncheck()).toMatchObject({ effect: 'verified', route: 'action' })
      const heard = () => readFileSync(log, 'utf8').trim().split('\n')
      const all = ['Box True', 'Radio True', 'Push True', 'Tool True', 'Box False', 'Group False']
      await expect.poll(heard, { timeout: PATIENCE }).toEqual(all)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
