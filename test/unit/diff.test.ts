import { expect, test } from 'vitest'
import { Desktop, type Diff, diff, type SimulatedNode, Snapshot, type TreeNode } from '../../lib/sdk/index.js'

/** A window with these in it; nothing has an identity but by `id`, role and name. */
function tree(...children: TreeNode[]): Promise<Snapshot> {
  return Snapshot.from({ role: 'window', name: 'Orders', children })
}

const button = (name: string, more: Partial<TreeNode> = {}): TreeNode => ({ role: 'button', name, ...more })

/** The lists as text, without refs. */
function shown({ added, removed, modified, moved }: Diff): string[] {
  const line = (mark: string) => (entry: unknown) => `${mark} ${String(entry).replace(/ e\d+/, '')}`
  return [...added.map(line('+')), ...removed.map(line('-')), ...modified.map(line('~')), ...moved.map(line('>'))]
}

test('what came, what went, what changed, and a line that sums it up', async () => {
  const before = await tree(
    button('Old'),
    { role: 'checkbox', name: 'Rush', states: ['checked=false'] },
    button('Save'),
  )
  const after = await tree({ role: 'checkbox', name: 'Rush', states: ['checked'] }, button('Save'), button('New'))
  const changes = await diff(before, after)
  expect(changes.summary).toBe('1 added, 1 removed, 1 modified')
  expect(shown(changes)).toEqual(['+ button "New"', '- button "Old"', '~ checkbox "Rush": checked false → true'])
  expect(changes.empty).toBe(false)
  expect(changes.added[0]?.node).toBe(after.find('name:New'))
  expect(changes.removed[0]?.node).toBe(before.find('name:Old'))
  expect(changes.modified[0]?.node).toBe(after.find('name:Rush'))
  expect(changes.modified[0]?.before).toBe(before.find('name:Rush'))
  expect(changes.modified[0]?.changes).toEqual([{ attribute: 'checked', old: false, new: true }])
  expect(changes).toMatchObject({ before, after, uncertain: 0 })
})

test('the same tree again is no change', async () => {
  const one = await tree(button('A'), button('A'), { role: 'group', children: [button('B')] })
  const changes = await diff(one, await Snapshot.from(one.toJSON()))
  expect(changes).toMatchObject({ empty: true, summary: 'no change', added: [], removed: [], modified: [], moved: [] })
  expect(String(changes)).toBe('no change')
})

test('every kind of attribute that differs is named, with the old and the new', async () => {
  const before = await tree({
    ...button('Go'),
    id: 'go',
    description: 'Goes',
    bounds: { x: 1, y: 2, width: 3, height: 4 },
    states: ['enabled', 'pressed=mixed'],
    attributes: { level: '1', gone: 'x' },
    actions: ['press'],
  })
  const after = await tree({
    role: 'link',
    name: 'Went',
    id: 'go',
    value: '',
    bounds: { x: 9, y: 2, width: 3, height: 4 },
    states: ['pressed', 'focused'],
    attributes: { level: '2', came: 'y' },
    actions: ['press', 'jump'],
  })
  const [entry] = (await diff(before, after, { include: 'all' })).modified
  expect(entry?.changes).toEqual(
    expect.arrayContaining([
      { attribute: 'role', old: 'button', new: 'link' },
      { attribute: 'name', old: 'Go', new: 'Went' },
      { attribute: 'value', old: null, new: '' },
      { attribute: 'description', old: 'Goes', new: null },
      { attribute: 'enabled', old: true, new: false },
      { attribute: 'focused', old: false, new: true },
      { attribute: 'pressed', old: 'mixed', new: true },
      { attribute: 'attr:level', old: '1', new: '2' },
      { attribute: 'attr:gone', old: 'x', new: null },
      { attribute: 'attr:came', old: null, new: 'y' },
      { attribute: 'actions', old: ['press'], new: ['press', 'jump'] },
      {
        attribute: 'bounds',
        old: { x: 1, y: 2, width: 3, height: 4 },
        new: { x: 9, y: 2, width: 3, height: 4 },
      },
    ]),
  )
  expect(entry?.changes).toHaveLength(12)
})

test('a change in a long text is a range of it, in the units of JavaScript strings', async () => {
  const [old, now] = [
    `${'é🙂'.repeat(80)}before 👩‍👧 ${'漢'.repeat(120)}`,
    `${'é🙂'.repeat(80)}after ${'漢'.repeat(120)}`,
  ]
  const field = (value: string) => tree({ role: 'textbox', name: 'Notes', value })
  const [entry] = (await diff(await field(old), await field(now))).modified
  const [change] = entry?.changes ?? []
  const range = change?.range
  if (range === undefined) throw new Error('no range')
  expect(old.slice(range.start, range.oldEnd)).toBe('before 👩‍👧')
  expect(now.slice(range.start, range.newEnd)).toBe('after')
  expect(range).toMatchObject({ start: 240, oldLength: old.length, newLength: now.length })
  expect(change?.new).toMatch(/^….{1,40}after 漢{1,40}…$/u)
  expect(entry?.value).toBe(now)
})

test('a megabyte that was replaced is not carried around', async () => {
  const field = (value: string) => tree({ role: 'textbox', name: 'Notes', value })
  const changes = await diff(await field('a'.repeat(1_000_000)), await field('b'.repeat(1_000_000)))
  expect(JSON.stringify(changes).length).toBeLessThan(2_000)
  expect(String(changes).length).toBeLessThan(400)
  const gone = await diff(await field('a'.repeat(1_000_000)), await tree({ role: 'textbox', name: 'Notes' }))
  expect(gone.modified[0]?.changes[0]).toMatchObject({ new: null, range: { oldEnd: 1_000_000, newEnd: 0 } })
  expect(JSON.stringify(gone).length).toBeLessThan(2_000)
})

test('noise is left out and counted; each rule can be switched', async () => {
  const place = (x: number) => ({ x, y: 0, width: 10, height: 10 })
  const before = await tree(button('A', { bounds: place(0) }), button('B'), {
    role: 'scrollbar',
    name: 'S',
    value: '0',
  })
  const after = await tree(
    button('B'),
    button('A', { bounds: place(50) }),
    { role: 'scrollbar', name: 'S', value: '9', children: [button('Down')] },
    { role: 'row', children: [{ role: 'cell' }] },
  )
  const quiet = await diff(before, after)
  expect(quiet).toMatchObject({
    empty: true,
    suppressed: { geometry: 1, scrollbars: 2, structure: 2, order: 1 },
  })
  expect(String(quiet)).toBe('no change (left out: 1 geometry, 2 scrollbars, 2 structure, 1 order)')
  const with_ = async (...include: ('geometry' | 'scrollbars' | 'structure' | 'order')[]) =>
    shown(await diff(before, after, { include }))
  expect(await with_('geometry')).toEqual([
    '~ button "A": bounds {"x":0,"y":0,"width":10,"height":10} → {"x":50,"y":0,"width":10,"height":10}',
  ])
  expect(await with_('scrollbars')).toEqual(['+ button "Down"', '~ scrollbar "S": value "0" → "9"'])
  expect(await with_('structure')).toEqual(['+ row', '+ cell'])
  expect(await with_('order')).toHaveLength(1)
  const all = await diff(before, after, { include: 'all' })
  expect(all.suppressed).toEqual({ geometry: 0, scrollbars: 0, structure: 0, order: 0 })
  expect(shown(all)).toHaveLength(6)
})

test('inViewport is yes, no or unknown; a modal dialog is the viewport while it is up', async () => {
  const at = (x: number, y: number) => ({ bounds: { x, y, width: 10, height: 10 } })
  const window = (...more: TreeNode[]): TreeNode => ({
    role: 'window',
    name: 'Orders',
    bounds: { x: 0, y: 0, width: 100, height: 100 },
    children: more,
  })
  const application = (...children: TreeNode[]) => Snapshot.from({ role: 'application', name: 'app', children })
  const news = [button('In', at(5, 5)), button('Out', at(500, 5)), button('Somewhere')]
  const list = (...children: TreeNode[]): TreeNode => ({
    role: 'scrollarea',
    name: 'List',
    bounds: { x: 0, y: 50, width: 100, height: 20 },
    children,
  })
  const came = await diff(
    await application(window(list())),
    await application(window(...news, list(button('Far', at(0, 90))))),
  )
  expect(came.added.map(({ name, inViewport }) => [name, inViewport])).toEqual([
    ['In', true],
    ['Out', false],
    ['Somewhere', 'unknown'],
    ['Far', false],
  ])
  expect(String(came)).not.toContain('+ button "Out"')
  expect(String(came)).toContain('… and 2 out of view')
  expect(String(came.added[1])).toBe('button "Out" e4 [out of view]')

  const dialog: TreeNode = {
    role: 'dialog',
    name: 'Sure?',
    states: ['modal'],
    bounds: { x: 20, y: 20, width: 50, height: 50 },
    children: [button('Yes', at(25, 25))],
  }
  const asked = await diff(await application(window()), await application(window(button('Behind', at(5, 5))), dialog))
  expect(asked.added.map(({ name, inViewport }) => [name, inViewport])).toEqual([
    ['Behind', false],
    ['Sure?', true],
    ['Yes', true],
  ])
})

test('where a tree is cut, what is missing is uncertain and in no list', async () => {
  const before = await tree({ role: 'list', name: 'L', children: [{ role: 'listitem', name: 'x' }] }, button('B'))
  const after = await tree({ role: 'list', name: 'L', cut: { reason: 'deadline' } })
  const changes = await diff(before, after)
  expect(shown(changes)).toEqual(['- button "B"'])
  expect(changes.uncertain).toBe(1)
  expect(String(changes)).toMatch(/^1 removed; 1 uncertain/)
})

test('where reading ended early, what was perhaps not read is no change', async () => {
  const bounds = { x: 5, y: 5, width: 9, height: 9 }
  const before = await tree(button('A', { value: '1' }), button('B', { bounds }), button('C', { states: ['enabled'] }))
  const after = { role: 'window', name: 'Orders', children: [button('A'), button('B'), button('C')] }
  const changes = await diff(before, await Snapshot.from({ ...after, cut: { reason: 'deadline' } }))
  expect(shown(changes)).toEqual(['~ button "C": enabled true → false'])
  expect(changes.uncertain).toBe(2)
  expect((await diff(before, await Snapshot.from(after))).modified).toHaveLength(2)
})

test('what is made anew is the same by its id, then by role and name, then by order among as many equals', async () => {
  const renamed = await diff(await tree(button('Start', { id: 'go' })), await tree(button('Stop', { id: 'go' })))
  expect(shown(renamed)).toEqual(['~ button "Stop": name "Start" → "Stop"'])
  const reidentified = await diff(await tree(button('Go', { id: '1' })), await tree(button('Go', { id: '2' })))
  expect(shown(reidentified)).toEqual(['~ button "Go": id "1" → "2"'])
  const equals = await diff(
    await tree(button('Delete'), button('Delete')),
    await tree(button('Delete'), button('Delete', { value: '1' })),
  )
  expect(shown(equals)).toEqual(['~ button "Delete": value null → "1"'])
  const fewer = await diff(await tree(button('Delete'), button('Delete')), await tree(button('Delete')))
  expect(fewer.summary).toBe('1 added, 2 removed')
})

test('text and JSON stay small and say what they leave out; the lists are whole', async () => {
  const many = Array.from({ length: 1000 }, (_, i) => button(`Row ${i}`, { value: 'v'.repeat(1000) }))
  const changes = await diff(await tree(), await tree(...many))
  expect(changes.added).toHaveLength(1000)
  const json = changes.toJSON()
  expect(json.added).toHaveLength(100)
  expect(json.leftOut).toEqual({ added: 900 })
  expect(json.added[0]).toMatchObject({ ref: 'e2', role: 'button', name: 'Row 0', inViewport: 'unknown' })
  expect(JSON.stringify(changes).length).toBeLessThan(50_000)
  const lines = String(changes).split('\n')
  expect(lines).toHaveLength(52)
  expect(lines.at(-1)).toBe('… and 950 more')
})

test('what a protected field holds is in no diff', async () => {
  const form = (value: string, name = 'Password') =>
    tree({ role: 'textbox', id: 'p', name, value, states: ['protected'] })
  const changes = await diff(await form('hunter2'), await form('swordfish', 'Again'), { include: 'all' })
  expect(shown(changes)).toEqual(['~ textbox "Again": name "Password" → "Again"'])
  expect(JSON.stringify(changes)).not.toMatch(/hunter2|swordfish/)
})

test('refuses what it cannot compare, and options that it does not know', async () => {
  const one = await tree()
  const refused = { code: 'INVALID_ARGUMENT' }
  await expect(diff(one, {} as Snapshot)).rejects.toMatchObject(refused)
  await expect(diff(undefined as unknown as Snapshot, one)).rejects.toMatchObject(refused)
  await expect(diff(one, one, { include: ['geometri' as 'geometry'] })).rejects.toThrow(/'scrollbars'/)
  await expect(diff(one, one, { exclude: [] } as object)).rejects.toThrow(/no option 'exclude'/)
  await expect(diff(one, one, { signal: AbortSignal.abort('enough') })).rejects.toMatchObject({
    code: 'ABORTED',
    cause: 'enough',
  })
})

test('on a desktop: by identity, however the names change; of one application and one target only', async () => {
  const window = (name: string, ...children: SimulatedNode[]) => ({ role: 'window' as const, name, children })
  const press = (name: string) => ({ role: 'button' as const, name })
  await using desktop = await Desktop.open({
    backend: 'simulated',
    world: {
      applications: [
        {
          name: 'Mail',
          windows: [
            window('Mail', {
              role: 'list',
              name: 'Inbox',
              children: [press('Delete'), press('Delete'), press('Delete')],
            }),
          ],
        },
        { name: 'Notes', windows: [window('Notes', press('New'))] },
      ],
    },
  })
  const mail = await desktop.app('Mail')
  const before = await mail.snapshot()
  const twin = await mail.snapshot()
  expect(await diff(before, twin)).toMatchObject({ empty: true })
  const part = await (await mail.window()).snapshot()
  await expect(diff(before, part)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  await expect(diff(part, before)).rejects.toThrow(/another part of the application/)
  const notes = await (await desktop.app('Notes')).snapshot()
  await expect(diff(before, notes)).rejects.toThrow(/another application/)
  // Saved data may be compared with what there is now.
  expect(await diff(await Snapshot.from(before.toJSON()), twin)).toMatchObject({ empty: true })
})
