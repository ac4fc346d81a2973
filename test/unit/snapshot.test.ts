import { expect, test } from 'vitest'
import { Snapshot, type TreeNode } from '../../lib/index.js'

const tree: TreeNode = {
  role: 'window',
  name: 'Editor',
  states: ['enabled', 'visible'],
  bounds: { x: 0, y: 0, width: 300, height: 200 },
  children: [
    {
      role: 'toolbar',
      children: [
        { role: 'button', name: 'Save', id: 'save' },
        { role: 'button', name: 'Open' },
      ],
    },
    { role: 'checkbox', name: 'Wrap', states: ['enabled', 'visible', 'checked=mixed'] },
    { role: 'textbox', name: 'Text', value: 'hello', attributes: { 'line-count': '1' }, actions: ['activate'] },
    { role: 'textbox', name: 'Secret', states: ['protected'] },
  ],
}

test('data in, the same data out', () => {
  const snapshot = Snapshot.from(tree)
  expect(snapshot.toJSON()).toMatchObject(tree)
  expect(Snapshot.from(snapshot.toJSON()).toJSON()).toEqual(snapshot.toJSON())
  expect(Snapshot.from(JSON.stringify(tree)).toJSON()).toEqual(snapshot.toJSON())
  expect(JSON.parse(JSON.stringify({ snapshot }))).toEqual({ snapshot: snapshot.toJSON() })
})

test('parse reads the same tree, and says the same of what is wrong', async () => {
  const text = JSON.stringify(tree)
  expect((await Snapshot.parse(text)).toJSON()).toEqual(Snapshot.from(text).toJSON())
  await expect(Snapshot.parse('{"role":')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { offset: 8 } })
  const wrong = JSON.stringify({ role: 'window', children: [{ role: 'buton' }] })
  await expect(Snapshot.parse(wrong)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    details: { path: '/children/0/role', suggestion: 'button' },
  })
  await expect(Snapshot.parse(tree as unknown as string)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  await expect(Snapshot.parse(text, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
})

test('the event loop goes on while parse reads', async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => ({ role: 'row', name: `Row ${i}` }))
  const text = JSON.stringify({ role: 'table', children: rows })
  let turns = 0
  const turn = () => {
    turns++
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  const snapshot = await Snapshot.parse(text, { timeout: 60_000 })
  clearImmediate(timer)
  expect(snapshot.size).toBe(30_001)
  expect(turns).toBeGreaterThan(10)
})

test('a node reads what the tree says, and undefined where it says nothing', () => {
  const snapshot = Snapshot.from(tree)
  expect(snapshot.size).toBe(7)
  expect(snapshot.complete).toBe(true)
  const save = snapshot.find('role:button|name:Save')
  expect(save).toMatchObject({
    role: 'button',
    name: 'Save',
    id: 'save',
    value: undefined,
    bounds: undefined,
    index: 2,
  })
  expect(save?.parent?.role).toBe('toolbar')
  expect(save?.path).toBe('toolbar > button "Save"')
  expect(String(save)).toBe('button "Save"')
  expect(snapshot.find(save?.selector ?? '')).toBe(save)
  expect(snapshot.byRef(save?.ref ?? '')).toBe(save)
  const text = snapshot.find('role:textbox|name:Text')
  expect(text).toMatchObject({ value: 'hello', attributes: { 'line-count': '1' }, actions: ['activate'] })
  expect(snapshot.root.children.map(({ role }) => role)).toEqual(['toolbar', 'checkbox', 'textbox', 'textbox'])
})

test('a state is true, false, mixed, or no question at all', () => {
  const snapshot = Snapshot.from(tree)
  const wrap = snapshot.find('role:checkbox')
  expect(wrap?.state('checked')).toBe('mixed')
  expect(wrap?.state('enabled')).toBe(true)
  expect(wrap?.state('focused')).toBe(false)
  expect(snapshot.root.state('checked')).toBeUndefined()
})

test('a selector is searched below a node when asked to be', () => {
  const snapshot = Snapshot.from(tree)
  const toolbar = snapshot.find('role:toolbar')
  expect(snapshot.findAll('role:button || role:textbox', { within: toolbar })).toHaveLength(2)
  expect(snapshot.find('role:toolbar', { within: toolbar })).toBeUndefined()
})

test('toText is an outline within its budget', () => {
  const snapshot = Snapshot.from(tree)
  expect(snapshot.toText()).toContain('button "Save"')
  expect(snapshot.toText({ refs: false })).not.toContain('[e')
  expect(snapshot.toText({ maxLines: 2 }).split('\n').length).toBeLessThanOrEqual(3)
})

test('explain says how many survive each term', () => {
  const snapshot = Snapshot.from(tree)
  const explanation = snapshot.explain('role:button|name:Sve')
  expect(explanation.matches).toBe(0)
  expect(explanation.steps[0]?.terms).toMatchObject([{ term: 'role:button', survivors: 2 }, { survivors: 0 }])
  expect(snapshot.at(explanation.nearMisses[0]?.node ?? -1).name).toBe('Save')
  expect(explanation.nearMisses[0]?.fails).toEqual(['name:Sve'])
  expect(snapshot.explainText('role:button|name:Sve')).toContain('button "Save" fails name:Sve')
})

test('what is no tree is refused with the path of what is wrong', () => {
  const refused = (value: unknown) => () => Snapshot.from(value as TreeNode)
  expect(refused({ role: 'window', children: [{ role: 'buton' }] })).toThrow(/children\/0|children\[0\]/)
  for (const value of ['{', '[]', 'null', 5, null, undefined, {}, { role: 5 }]) {
    expect(refused(value)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  }
})

test('what is no node of the tree is refused', () => {
  const snapshot = Snapshot.from(tree)
  for (const index of [-1, 7, 1.5, Number.NaN]) {
    expect(() => snapshot.at(index)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  }
  const other = Snapshot.from(tree).root
  expect(() => snapshot.find('*', { within: other })).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  expect(() => snapshot.find('rool:x')).toThrow(expect.objectContaining({ code: 'INVALID_SELECTOR' }))
  expect(() => snapshot.toText({ maxlines: 1 } as object)).toThrow(/maxLines/)
})
