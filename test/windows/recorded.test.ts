import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Virtual } from './support/virtual.js'

// Trees that real UI Automation reported, read by the backend as it reads a window, in the words that a person would use of them.

const OUTLINES = join(import.meta.dirname, 'outlines')
const recorded = readdirSync(join(import.meta.dirname, '..', 'simulators', 'uia', 'worlds', 'recorded'))
const names = recorded.filter((file) => file.endsWith('.json')).map((file) => file.replace('.json', ''))

test.each(names)('the recorded tree %s reads as it looked', async (name) => {
  await using shown = await Virtual.recorded(name)
  const outline = await shown.app.tree({ refs: false, hidden: true })
  expect(outline).toBe(readFileSync(join(OUTLINES, `${name}.txt`), 'utf8').trimEnd())
})
