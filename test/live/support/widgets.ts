import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { PATIENCE } from '../../patience.js'
import { startSession } from './session.js'

const APPS = join(import.meta.dirname, '..', '..', 'fixtures', 'apps')

/** widgets_qt.py on a desktop of its own, and what it logs. */
export async function widgets(version: string) {
  const folder = mkdtempSync(join(tmpdir(), 'widgets-'))
  const log = join(folder, 'log')
  const session = await startSession({ width: 1280, height: 1024 })
  const desktop = await session.desktop({ defaultTimeout: PATIENCE })
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [join(APPS, 'widgets_qt.py'), version, log] })
  const save = app.locator('role:button|name:Save')
  await save.waitFor()
  const said = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
  return {
    session,
    desktop,
    app,
    said,
    named: (name: string) => app.locator(`name:"${name}"`),
    /** What the program has of each field. */
    saved: async (): Promise<Record<string, string>> => {
      const before = said().length
      await save.click()
      await expect.poll(() => said().slice(before).includes('saved'), { timeout: PATIENCE }).toBe(true)
      const lines = said().slice(before)
      return Object.fromEntries(lines.map((line) => [line.split(' ')[0], line.split(' ').slice(1).join(' ')]))
    },
    [Symbol.asyncDispose]: async () => {
      await session.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
