import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { App, Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { headless } from './support/settled.js'

const POLL = { timeout: PATIENCE }

async function open(desktop: Desktop, version: string, env: Record<string, string> = {}) {
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'spins.py')
  const app: App = await desktop.launch({ command: '/usr/bin/python3', args: [program, version], env })
  const said = async () => ((await app.program?.stdout()) ?? '').split('\n').filter(Boolean)
  const spin = (name: string) => app.locator(`role:spinbutton|name:${name}`)
  return { spin, said, shows: async (...lines: string[]) => expect.poll(said, POLL).toEqual(lines) }
}

/** An environment in which numbers are written with a comma. */
function withCommas(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'locale-'))
  const made = spawnSync('localedef', ['-i', 'de_DE', '-f', 'UTF-8', join(folder, 'de_DE.UTF-8')], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`localedef: ${made.stderr}`)
  return { LOCPATH: folder, LC_ALL: 'de_DE.UTF-8' }
}

describe.each(['3', '4'])('a spin button of GTK %s', (version) => {
  test('is clicked and typed into without its buttons being pressed', async () => {
    await using place = await headless()
    const { spin, said } = await open(place.desktop, version)
    await spin('Price').click()
    await spin('Hours').pressSequentially('5')
    expect(await spin('Hours').inputValue()).toContain('5')
    expect(await said()).toEqual([])
  })

  test('takes a number that is written with a sign or with spaces around it', async () => {
    await using place = await headless()
    const { spin, shows } = await open(place.desktop, version)
    expect(`${await spin('Hours').fill('+5')}`).toContain('verified')
    expect(`${await spin('Hours').fill(' 7 ')}`).toContain('verified')
    await shows('Hours 5', 'Hours 7')
  })

  test('whose program does not take a text is never said to have it', async () => {
    await using place = await headless()
    const { spin } = await open(place.desktop, version)
    // A comma is no decimal point in the locale of the tests.
    const outcome = await spin('Price')
      .fill('3,25')
      .then(String, (error: { code: string }) => error.code)
    expect(outcome).not.toContain('verified')
    await expect.poll(() => spin('Price').inputValue(), POLL).not.toBe('3,25')
  })

  test('takes a number as the locale of its program writes it, and only where it has such digits', async () => {
    await using place = await headless()
    const { spin, shows } = await open(place.desktop, version, withCommas())
    expect(`${await spin('Price').fill('3,25')}`).toContain('verified')
    expect(`${await spin('Price').setValue(12.5)}`).toContain('verified')
    expect(await spin('Price').inputValue()).toBe('12,50')
    await shows('Price 3.25', 'Price 12.5')
    const failure = spin('Hours').fill('3,25')
    await expect(failure).rejects.toMatchObject({ code: 'VERIFY_FAILED' })
  })
})
