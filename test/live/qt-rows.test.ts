import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PATIENCE } from '../patience.js'
import { startSession } from './support/session.js'

const APPS = join(import.meta.dirname, '..', 'fixtures', 'apps')
const ROWS = 400

test.each(['5', '6'])('Qt %s: rows far below the fold are scrolled to, in few steps, and selected', async (version) => {
  const folder = mkdtempSync(join(tmpdir(), 'rows-'))
  const log = join(folder, 'log')
  const session = await startSession()
  try {
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const command = { command: '/usr/bin/python3', args: [join(APPS, 'rows_qt.py'), version, log, `${ROWS}`] }
    const app = await desktop.launch(command)
    const row = (number: number) => app.locator(`name:"Order ${number}"`)
    await row(0).waitFor()
    for (const number of [ROWS - 50, 80, ROWS - 1]) {
      expect(await row(number).select()).toMatchObject({ effect: 'verified' })
      await expect.poll(() => readFileSync(log, 'utf8').trim().split('\n').at(-1)).toBe(`selected Order ${number}`)
    }
  } finally {
    await session.stop()
    rmSync(folder, { recursive: true })
  }
})
