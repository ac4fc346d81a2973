import { expect, test } from 'vitest'
import { Snapshot } from '../../lib/sdk/index.js'
import { quoted } from '../../lib/sdk/tree/quoted.js'
import { looksLike, spelledOut } from '../../lib/sdk/tree/spelled.js'

test('names with invisible marks are found without them, and kept in the snapshot', async () => {
  const names = ['\u200fSave', '\u2068Open\u2069 file', 'Zero\u200bwidth', 'soft\u00adhyphen', '\ufeffBegin']
  const children = names.map((name) => ({ role: 'button', name }))
  const snapshot = await Snapshot.from({ role: 'window', name: 'Marks', children })
  for (const name of ['Save', 'Open file', 'zerowidth', 'softhyphen', 'Begin', '\u202bSave\u202c']) {
    expect([name, snapshot.findAll(`name:"${name}"`).length]).toEqual([name, 1])
  }
  expect(snapshot.find('name:Save')?.name).toBe('\u200fSave')
  expect(snapshot.findAll('text:zero').length).toBe(1)
  expect(snapshot.findAll('name:soft*').length).toBe(1)
})

test('what looks the same is spelled out', () => {
  expect(quoted('Save\u200f')).toBe('"Save\\u200f"')
  expect(spelledOut('\u0405ave')).toBe('"\\u0405ave"')
  expect(looksLike('\u0405ave', 'Save')).toBe(true)
  expect(looksLike('Don\u2019t save', "Don't save")).toBe(true)
  expect(looksLike('Save', 'Save')).toBe(false)
  expect(looksLike('Save', 'Open')).toBe(false)
})
