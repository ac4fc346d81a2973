import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type App, Desktop, type World } from '../../../lib/sdk/index.js'
import { audit } from '../../../lib/test/audit/audit.js'
import { writeKnown } from '../../../lib/test/audit/known-findings.js'
import { matchers } from '../../../lib/test/testkit/matchers.js'

const bounds = (y: number) => ({ x: 0, y, width: 60, height: 30 })
const world: World = {
  applications: [
    {
      name: 'Orders',
      windows: [
        {
          role: 'window',
          name: 'Order 17',
          active: true,
          bounds: { x: 0, y: 0, width: 400, height: 200 },
          children: [
            { role: 'button', key: 'print', bounds: bounds(40) },
            { role: 'button', name: 'Name it', bounds: bounds(80), on: { press: [{ set: 'print', name: 'Print' }] } },
          ],
        },
      ],
    },
  ],
}

const judged = (subject: unknown, options: object = {}, isNot = false) =>
  matchers.toBeAccessible?.call({ isNot }, subject, { timeout: 500, ...options })

async function orders(work: (app: App) => Promise<void>): Promise<void> {
  await using desktop = await Desktop.open({ world })
  await work(await desktop.app('Orders'))
}

test('toBeAccessible() fails with each finding, and passes once it is mended', () =>
  orders(async (app) => {
    const failed = await judged(app)
    expect(failed?.pass).toBe(false)
    expect(failed?.message()).toMatch(/1 finding\n {4}error control-name: .*\n {6}window "Order 17" > button\n/)
    expect(await judged(app, {}, true)).toMatchObject({ pass: false })
    await app.getByRole('button', { name: 'Name it' }).click()
    expect(await judged(app)).toMatchObject({ pass: true })
  }))

test('toBeAccessible() judges the element that it is given, and the rules that are asked for', () =>
  orders(async (app) => {
    expect(await judged(app.getByRole('button', { name: 'Name it' }))).toMatchObject({ pass: true })
    expect(await judged(app, { rules: ['window-title'] })).toMatchObject({ pass: true })
    expect(await judged(app, { without: ['control-name'] })).toMatchObject({ pass: true })
    await expect(judged(app, { rules: ['names'] })).rejects.toThrow(/rules is 'names'/)
    expect(() => judged(app, { rule: 'names' })).toThrow(/no option 'rule'/)
  }))

test('toBeAccessible() leaves out what the baseline has', () =>
  orders(async (app) => {
    const folder = await mkdtemp(join(tmpdir(), 'surehand-audit-'))
    try {
      const baseline = join(folder, 'known.json')
      await writeKnown(audit(await app.snapshot()).findings, baseline)
      expect(await judged(app, { baseline })).toMatchObject({ pass: true })
      await expect(judged(app, { baseline: join(folder, 'none.json') })).rejects.toThrow(/is not there/)
    } finally {
      await rm(folder, { recursive: true })
    }
  }))
