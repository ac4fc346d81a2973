import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInBrowser } from '../../lib/cli/inspect/browser.js'

let folder: string
const path = process.env.PATH
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-opener-'))
  // What the desktop has for it, on every platform that this runs on.
  for (const name of ['xdg-open', 'open']) {
    await writeFile(
      join(folder, name),
      `#!/bin/sh\nprintf '%s' "$*" > '${folder}/given.new'\nmv '${folder}/given.new' '${folder}/given'\n`,
      { mode: 0o755 },
    )
  }
  process.env.PATH = `${folder}${delimiter}${path}`
})
afterAll(async () => {
  process.env.PATH = path
  await rm(folder, { recursive: true })
})

test('the browser is given a file that only its user can read: arguments of programs are seen by everybody', async () => {
  const url = 'http://127.0.0.1:4711/a-token/'
  const remove = await openInBrowser(url)
  const given = () => readFile(join(folder, 'given'), 'utf8').catch(() => '')
  await expect.poll(given).toMatch(/^file:/)
  expect(await given()).not.toContain('a-token')
  const file = fileURLToPath(await given())
  expect(await readFile(file, 'utf8')).toContain(`url=${url}`)
  expect((await stat(file)).mode & 0o077).toBe(0)
  await remove()
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
})
