import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const at = (path: string) => new URL(`../${path}`, import.meta.url)
const list = (path: string): { file?: string; name?: string; reason: string }[] =>
  JSON.parse(readFileSync(at(path), 'utf8'))

test('what cannot run on Wayland is there, and has a reason', () => {
  for (const { file, reason } of list('wayland/live-not-here.json')) {
    expect(existsSync(at(`live/${file}.test.ts`)), file).toBe(true)
    expect(reason, file).not.toBe('')
  }
  const files = readdirSync(at('contract/')).filter((file) => file.endsWith('.test.ts'))
  const contract = files.map((file) => readFileSync(at(`contract/${file}`), 'utf8')).join()
  for (const { name = '', reason } of list('wayland/not-here.json')) {
    expect(contract).toContain(`'${name}'`)
    expect(reason, name).not.toBe('')
  }
})
