import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { failure } from '../contract/program.js'
import { SWING } from '../fleet/swing.js'
import { startSession } from './support/session.js'

// Judged by what the program says that it got from its dialog.

const program = fileURLToPath(new URL('../fixtures/apps/files.py', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'surehand-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const there = join(folder, 'with ünïcode.txt')
writeFileSync(there, 'kept')
mkdirSync(join(folder, 'inner'))

test.each(['gtk3', 'gtk4', 'qt5', 'qt6', 'wx'])('the file dialogs of %s give what was chosen', async (toolkit) => {
  await using session = await startSession()
  const desktop = await session.desktop({ defaultTimeout: 20_000 })
  const launch = () => desktop.launch({ command: '/usr/bin/python3', args: [program, toolkit, folder] })
  let app = await launch()
  const open = async (kind: string) => {
    // GTK 4.8.3 crashes now and then when it shows its second file chooser.
    if (toolkit === 'gtk4') {
      await app.quit({ force: true })
      app = await launch()
    }
    await app.locator(`role:button|name:${kind}`).click({ diff: false })
  }
  const got = (text: string) => app.locator(`role:text|name:"${text}"`).waitFor()

  await open('Open')
  expect(await app.fileDialog().choose(there)).toEqual({ path: there, title: 'Open it', replaced: false })
  await got(`open ${there}`)

  await open('Open')
  const missing = join(folder, 'missing.txt')
  const absent = await failure(app.fileDialog().choose(missing, { cancelOnError: true }))
  expect(['NOT_FOUND', 'VERIFY_FAILED']).toContain(absent.code)
  expect(absent.details).toMatchObject({ path: missing, cancelled: true })
  await got('open nothing')

  const fresh = join(folder, 'fresh.txt')
  await open('Save')
  expect(await app.fileDialog().choose(fresh)).toMatchObject({ path: fresh, replaced: false })
  await got(`save ${fresh}`)

  await open('Save')
  const asked = await failure(app.fileDialog().choose(there, { cancelOnError: true }))
  expect(asked).toMatchObject({ code: 'VERIFY_FAILED', details: { path: there, cancelled: true } })
  expect(asked.details.question).toContain('already exists')
  await got('save nothing')

  await open('Save')
  expect(await app.fileDialog().choose(there, { overwrite: true })).toMatchObject({ replaced: true })
  await got(`save ${there}`)

  await open('Folder')
  await app.fileDialog().choose(join(folder, 'inner'))
  await got(`folder ${join(folder, 'inner')}`)
  expect(await app.windows()).toHaveLength(1)
})

test("Swing's file dialogs give what was chosen", async () => {
  await using session = await startSession({ environment: SWING })
  const desktop = await session.desktop({ defaultTimeout: 20_000 })
  const swing = fileURLToPath(new URL('../fixtures/apps/Files.java', import.meta.url))
  const app = await desktop.launch({ command: 'java', args: [swing, folder] }, { timeout: 60_000 })
  const open = (kind: string) => app.window().locator(`role:button|name:${kind}`).click({ diff: false })
  const got = (text: string) => app.locator(`role:text|name:"${text}"`).waitFor()

  await open('Open')
  expect(await app.fileDialog().choose(there)).toEqual({ path: there, title: 'Open it', replaced: false })
  await got(`open ${there}`)

  await open('Save')
  // What its dialog is made of has the role of a chooser: one dialog shows, not two.
  expect(await app.locator('role:dialog').count()).toBe(1)
  const asked = await failure(app.fileDialog().choose(there))
  expect(asked).toMatchObject({ code: 'VERIFY_FAILED', details: { path: there } })
  expect(asked.details.question).toContain('already exists')
  await app.locator('role:button|name:No').click()
  expect(await app.fileDialog().choose(there, { overwrite: true })).toMatchObject({ replaced: true })
  await got(`save ${there}`)

  await open('Folder')
  await app.fileDialog().choose(join(folder, 'inner'))
  await got(`folder ${join(folder, 'inner')}`)

  await open('Open')
  await app.fileDialog().cancel()
  await got('open nothing')
})

test('a program that works on the file before it closes its dialog is waited for', async () => {
  await using session = await startSession()
  const desktop = await session.desktop({ defaultTimeout: 20_000 })
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [program, 'gtk3', folder, '5'] })
  await app.locator('role:button|name:Open').click({ diff: false })
  expect(await app.fileDialog().choose(there)).toEqual({ path: there, title: 'Open it', replaced: false })
  await app.locator(`role:text|name:"open ${there}"`).waitFor()
})
