import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Effect, Outgoing, SimulatedNode } from '../../lib/sdk/index.js'
import { failure, openWorld, type Program, program, window } from './program.js'

// The file dialog of Qt, as a tree: it shows the folder in a combo box. What it asks and says is scripted.

const folder = mkdtempSync(join(tmpdir(), 'surehand-choose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'kept.txt')
writeFileSync(file, 'kept')

function chooser(name: string, accepts: Effect[], more: Partial<SimulatedNode> = {}): SimulatedNode {
  return {
    role: 'dialog',
    name,
    key: 'chooser',
    modal: true,
    bounds: { x: 50, y: 50, width: 500, height: 300 },
    on: { 'key:Escape': [{ closeWindow: 'chooser' }] },
    children: [
      { role: 'combobox', name: folder },
      { role: 'list', name: 'Files', children: [{ role: 'listitem', name: 'kept.txt' }] },
      { role: 'textbox', name: 'File name:', key: 'field', focused: true },
      { role: 'button', name: 'OK', default: true, on: { press: accepts }, ...more },
      { role: 'button', name: 'Cancel', on: { press: [{ closeWindow: 'chooser' }] } },
    ],
  }
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the simulated world fills it in
const chosen: Effect[] = [{ set: 'status', name: '${field.value}' }, { closeWindow: 'chooser' }]

function question(text: string, ...buttons: string[]): SimulatedNode {
  const children: SimulatedNode[] = [{ role: 'text', name: text }]
  for (const name of buttons) {
    const closes: Effect[] = [{ closeWindow: 'question' }]
    children.push({ role: 'button', name, on: { press: name === 'Replace' ? [...closes, ...chosen] : closes } })
  }
  const bounds = { x: 100, y: 100, width: 300, height: 100 }
  const on = { 'key:Escape': [{ closeWindow: 'question' }] }
  return { role: 'alertdialog', name: 'Question', key: 'question', modal: true, bounds, on, children }
}

const asking = question('A file named “kept.txt” already exists. Do you want to replace it?', 'Cancel', 'Replace')

const withDialog = (dialog: SimulatedNode): Promise<Program> =>
  program([
    { role: 'text', name: 'none', key: 'status' },
    { role: 'button', name: 'Open', on: { press: [{ after: 100, openWindow: dialog }] } },
  ])

test('choose() waits for the file dialog, writes the path, confirms it, and waits until the dialog is gone', async () => {
  const accepts = chosen.map((effect) => ({ ...effect, after: 150 }))
  await using place = await withDialog(chooser('Open file', accepts))
  const { app } = place
  await app.locator('role:button|name:Open').click({ diff: false })
  const asked: Outgoing[] = []
  const watched = app.with({ hooks: { beforeDispatch: (outgoing) => void asked.push(outgoing) } })
  expect(await watched.fileDialog().choose(file)).toEqual({ path: file, title: 'Open file', replaced: false })
  expect(await app.windows()).toHaveLength(1)
  expect(await app.locator('role:text').name()).toBe(file)
  // A policy sees the confirmation as the press that it is.
  const acts = asked.filter(({ part }) => part === 'acts')
  expect(acts.map(({ verb, element }) => [verb, element?.name])).toEqual([
    ['fill', 'File name:'],
    ['click', 'OK'],
  ])
})

test('choose() reports the question whether a file is to be replaced, and answers it only with `overwrite`', async () => {
  await using place = await withDialog(chooser('Save', [{ openWindow: asking }]))
  const { app } = place
  await app.locator('role:button|name:Open').click()
  const error = await failure(app.fileDialog().choose(file))
  expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { path: file, buttons: ['Cancel', 'Replace'] } })
  expect(error.message).toContain('Do you want to replace it?')
  expect(error.message).toContain('`overwrite: true`')
  expect(await app.locator('role:text|name:none').exists()).toBe(true)
  await app.fileDialog().cancel()
  expect(await app.windows()).toHaveLength(1)

  await app.locator('role:button|name:Open').click()
  const answered = await app.fileDialog().choose(file, { overwrite: true })
  expect(answered).toEqual({ path: file, title: 'Save', replaced: true })
  expect(await app.locator('role:text').name()).toBe(file)
})

test('`overwrite` answers no other question', async () => {
  const other = question('The disk is full. Go on?', 'Cancel', 'Replace')
  await using place = await withDialog(chooser('Save', [{ openWindow: other }]))
  const { app } = place
  await app.locator('role:button|name:Open').click()
  const error = await failure(app.fileDialog().choose(file, { overwrite: true, cancelOnError: true }))
  expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { cancelled: true } })
  expect(error.message).toContain('The disk is full. Go on?')
  expect(place.received('press').map(({ name }) => name)).toEqual(['Open', 'OK'])
  expect(await app.windows()).toHaveLength(1)
})

test('a button in another language is named', async () => {
  const foreign = question('kept.txt: ?', 'Nuqneh', 'Replace')
  await using place = await withDialog(chooser('Save', [{ openWindow: foreign }]))
  await place.app.locator('role:button|name:Open').click()
  const dialog = place.app.fileDialog()
  expect(await dialog.choose(file, { overwrite: 'Replace' })).toMatchObject({ replaced: true })
})

test('a file that a dialog does not take is an error, and the dialog stays or is cancelled', async () => {
  await using place = await withDialog(chooser('Open file', [], { enabled: false }))
  const { app } = place
  const missing = join(folder, 'missing.txt')
  await app.locator('role:button|name:Open').click()
  const error = await failure(app.fileDialog().choose(missing))
  expect(error).toMatchObject({ code: 'NOT_FOUND', details: { path: missing, title: 'Open file' } })
  expect(error.message).toContain('does not exist')
  expect(await app.windows()).toHaveLength(2)
  const cancelled = await failure(app.fileDialog().choose(missing, { cancelOnError: true }))
  expect(cancelled).toMatchObject({ code: 'NOT_FOUND', details: { cancelled: true } })
  expect(await app.windows()).toHaveLength(1)
})

test('a dialog that stays open without a word is an error', async () => {
  await using place = await withDialog(chooser('Open file', []))
  await place.app.locator('role:button|name:Open').click()
  const error = await failure(place.app.fileDialog().choose(folder))
  expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { path: folder } })
  expect(error.message).toContain('is still open')
})

test('no file dialog is NOT_FOUND with what shows; another dialog with a list and a field is none', async () => {
  const other: SimulatedNode = {
    role: 'dialog',
    name: 'Preferences',
    bounds: { x: 50, y: 50, width: 500, height: 300 },
    children: [
      { role: 'combobox', name: 'Theme' },
      { role: 'list', children: [{ role: 'listitem', name: 'General' }] },
      { role: 'textbox', name: 'Home page' },
      { role: 'button', name: 'OK', default: true },
    ],
  }
  await using place = await withDialog(other)
  await place.app.locator('role:button|name:Open').click()
  const error = await failure(place.app.fileDialog().choose(file, { timeout: 500 }))
  expect(error).toMatchObject({ code: 'NOT_FOUND' })
  expect(error.message).toContain('dialog "Preferences"')
  expect(place.received('setText')).toEqual([])
})

test('a dialog with a path that can be edited is no file dialog', async () => {
  const settings: SimulatedNode = {
    role: 'dialog',
    name: 'Add torrent',
    bounds: { x: 50, y: 50, width: 500, height: 300 },
    children: [
      { role: 'combobox', name: folder, children: [{ role: 'textbox', value: folder }] },
      { role: 'tree', children: [{ role: 'treeitem', name: 'kept.txt' }] },
      { role: 'textbox', name: 'Category' },
      { role: 'button', name: 'OK', default: true },
    ],
  }
  await using place = await withDialog(settings)
  await place.app.locator('role:button|name:Open').click()
  const error = await failure(place.app.fileDialog().choose(file, { timeout: 500 }))
  expect(error).toMatchObject({ code: 'NOT_FOUND', sent: 'no' })
  expect(place.received('setText')).toEqual([])
})

test("the portal's dialog is in another application", async () => {
  const portal = {
    name: 'portal',
    executable: 'xdg-desktop-portal-gtk',
    windows: [chooser('Open file', [{ closeWindow: 'chooser' }])],
  }
  const own = { name: 'Program', windows: [window({ role: 'text', name: 'none' })] }
  await using place = await openWorld({ applications: [own, { ...portal, keepsRunning: true }] })
  expect(await place.app.fileDialog().choose(file)).toEqual({ path: file, title: 'Open file', replaced: false })
})

test('cancel() closes the file dialog, and not the dialog that it was opened from', async () => {
  const preferences: SimulatedNode = {
    role: 'dialog',
    name: 'Preferences',
    key: 'preferences',
    bounds: { x: 20, y: 20, width: 500, height: 300 },
    on: { 'key:Escape': [{ closeWindow: 'preferences' }] },
    children: [{ role: 'button', name: 'Browse', on: { press: [{ openWindow: chooser('Open file', chosen) }] } }],
  }
  await using place = await withDialog(preferences)
  const { app } = place
  await app.locator('role:button|name:Open').click({ verify: { exists: 'name:Preferences' } })
  await app.locator('role:button|name:Browse').click()
  await app.fileDialog().cancel()
  expect((await app.windows()).filter(({ role }) => role === 'dialog').map(String)).toEqual([
    expect.stringContaining('Preferences'),
  ])
})

test('an application that has ended is not waited for: APP_EXITED', async () => {
  await using place = await withDialog(chooser('Open file', chosen))
  await place.app.quit({ force: true })
  const error = await failure(place.app.fileDialog().cancel())
  expect(error).toMatchObject({ code: 'APP_EXITED' })
})

test('a relative path is refused: the program may have another working directory', async () => {
  await using place = await withDialog(chooser('Open file', chosen))
  const error = await failure(place.app.fileDialog().choose('kept.txt'))
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
})
