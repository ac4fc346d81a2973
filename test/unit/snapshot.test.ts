import { expect, test } from 'vitest'
import { Snapshot, type TreeNode } from '../../lib/sdk/index.js'

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

test('data in, the same data out', async () => {
  const snapshot = await Snapshot.from(tree)
  expect(snapshot.toJSON()).toMatchObject(tree)
  expect((await Snapshot.from(snapshot.toJSON())).toJSON()).toEqual(snapshot.toJSON())
  expect((await Snapshot.from(JSON.stringify(tree))).toJSON()).toEqual(snapshot.toJSON())
  expect(JSON.parse(JSON.stringify({ snapshot }))).toEqual({ snapshot: snapshot.toJSON() })
})

test('a checkbox that does not say whether it is checked is not', async () => {
  const form = await Snapshot.from({
    role: 'window',
    children: [
      { role: 'checkbox', name: 'Bare' },
      { role: 'checkbox', name: 'Enabled', states: ['enabled'] },
      { role: 'checkbox', name: 'On', states: ['checked'] },
      { role: 'checkbox', name: 'Some', states: ['checked=mixed'] },
      { role: 'radio', name: 'Radio' },
      { role: 'switch', name: 'Switch' },
      { role: 'menuitemcheckbox', name: 'Item' },
      { role: 'menuitemradio', name: 'Choice' },
      { role: 'button', name: 'Button' },
      { role: 'menuitem', name: 'Command' },
    ],
  })
  const names = (selector: string) => form.findAll(selector).map(({ name }) => name)
  expect(names('checked:false')).toEqual(['Bare', 'Enabled', 'Radio', 'Switch', 'Item', 'Choice'])
  expect(names('checked:true')).toEqual(['On'])
  expect(names('checked:mixed')).toEqual(['Some'])
  expect((await Snapshot.from(form.toJSON())).toJSON()).toEqual(form.toJSON())
})

test('a process is found with and without .exe', async () => {
  for (const process of ['notepad', 'notepad.exe', 'NOTEPAD.EXE']) {
    const snapshot = await Snapshot.from({ role: 'window', name: 'Notes', process, apps: [process] })
    for (const selector of ['process:notepad', 'process:Notepad.exe', 'process:note*.exe', 'app:notepad.exe']) {
      expect(snapshot.findAll(selector), `${selector} of ${process}`).toHaveLength(1)
    }
    expect(snapshot.findAll('process:notepad.com')).toHaveLength(0)
    expect(snapshot.root.toJSON()).toMatchObject({ process })
  }
})

test('text is read as the tree is, and the same is said of what is wrong', async () => {
  const text = JSON.stringify(tree)
  expect((await Snapshot.from(text)).toJSON()).toEqual((await Snapshot.from(tree)).toJSON())
  await expect(Snapshot.from('{"role":')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { offset: 8 } })
  const wrong = { role: 'window', children: [{ role: 'button' }, { role: 'buton' }] }
  for (const given of [wrong, JSON.stringify(wrong)]) {
    await expect(Snapshot.from(given)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { path: '/children/1/role', suggestion: 'button' },
    })
    await expect(Snapshot.from(given, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
  }
})

test.each(['an object', 'a text'])('the event loop goes on while %s is read', async (kind) => {
  // So many that the native side works for longer than a busy machine keeps this thread waiting.
  const rows = Array.from({ length: 200_000 }, (_, i) => ({ role: 'row', name: `Row ${i}` }))
  const table = { role: 'table', children: [{ role: 'group', children: rows }] }
  const given = kind === 'a text' ? JSON.stringify(table) : table
  let turns = 0
  const turn = () => {
    turns++
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  const snapshot = await Snapshot.from(given, { timeout: 60_000 })
  clearImmediate(timer)
  expect(snapshot.size).toBe(200_002)
  // One that does not go on has one or two.
  expect(turns).toBeGreaterThan(3)
})

test('a node reads what the tree says, and undefined where it says nothing', async () => {
  const snapshot = await Snapshot.from(tree)
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

test('a state is true, false, mixed, or no question at all', async () => {
  const snapshot = await Snapshot.from(tree)
  const wrap = snapshot.find('role:checkbox')
  expect(wrap?.state('checked')).toBe('mixed')
  expect(wrap?.state('enabled')).toBe(true)
  expect(wrap?.state('focused')).toBe(false)
  expect(snapshot.root.state('checked')).toBeUndefined()
})

test('a selector is searched below a node when asked to be', async () => {
  const snapshot = await Snapshot.from(tree)
  const toolbar = snapshot.find('role:toolbar')
  expect(snapshot.findAll('role:button || role:textbox', { within: toolbar })).toHaveLength(2)
  expect(snapshot.find('role:toolbar', { within: toolbar })).toBeUndefined()
})

test('toText is an outline within its budget', async () => {
  const snapshot = await Snapshot.from(tree)
  expect(snapshot.toString()).toContain('button "Save"')
  expect(snapshot.toString({ refs: false })).not.toContain('[e')
  expect(snapshot.toString({ maxLines: 2 }).split('\n').length).toBeLessThanOrEqual(3)
})

test('explain says how many survive each term', async () => {
  const snapshot = await Snapshot.from(tree)
  const explanation = snapshot.explain('role:button|name:Sve')
  expect(explanation.matches).toBe(0)
  expect(explanation.steps[0]?.terms).toMatchObject([{ term: 'role:button', survivors: 2 }, { survivors: 0 }])
  expect(snapshot.at(explanation.nearMisses[0]?.node ?? -1).name).toBe('Save')
  expect(explanation.nearMisses[0]?.fails).toEqual(['name:Sve'])
  expect(snapshot.explainText('role:button|name:Sve')).toContain('button "Save" fails name:Sve')
})

test('what is no tree is refused with the path of what is wrong', async () => {
  const refused = async (value: unknown, said = /./) =>
    expect(Snapshot.from(value as TreeNode)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(said),
    })
  await refused({ role: 'window', children: [{ role: 'buton' }] }, /children\/0/)
  for (const value of ['{', '[]', 'null', 5, null, undefined, {}, { role: 5 }]) await refused(value)
  for (const children of [{}, 5, 'text', [null], [undefined], [[]]]) await refused({ role: 'window', children })

  const circle: TreeNode = { role: 'window' }
  circle.children = [circle]
  await refused(circle, /circular|levels deep/)
  await refused({ role: 'window', pid: 1n }, /BigInt/)
  await refused({ role: 'window', children: [{ role: 'button', pid: 1n }] }, /BigInt/)
  const trap = {
    get role(): string {
      throw new RangeError('mine')
    },
  }
  await refused(trap, /mine/)
  let deep: TreeNode = { role: 'text' }
  for (let i = 0; i < 2000; i++) deep = { role: 'group', children: [deep] }
  await refused(deep, /levels deep/)
})

test('what is no node of the tree is refused', async () => {
  const snapshot = await Snapshot.from(tree)
  for (const index of [-1, 7, 1.5, Number.NaN]) {
    expect(() => snapshot.at(index)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  }
  const other = (await Snapshot.from(tree)).root
  expect(() => snapshot.find('*', { within: other })).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  expect(() => snapshot.find('rool:x')).toThrow(expect.objectContaining({ code: 'INVALID_SELECTOR' }))
  expect(() => snapshot.toString({ maxlines: 1 } as object)).toThrow(/maxLines/)
})
