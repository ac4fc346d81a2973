import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRegistry } from '../../../lib/agent/index.js'
import { errorOf, type Mail, mail, textOf, worked } from './mail.js'

// A folder that files are kept to, and what is beside it.

let around: string
let root: string
let outside: string
let stage: Mail
beforeEach(async () => {
  around = await realpath(await mkdtemp(join(tmpdir(), 'surehand-files-')))
  root = join(around, 'root')
  outside = join(around, 'secret.txt')
  mkdirSync(join(root, 'src'), { recursive: true })
  writeFileSync(outside, 'the secret\n')
  writeFileSync(join(root, 'letter.txt'), 'Dear Ann,\nhow are you?\nBob\n')
  writeFileSync(join(root, 'src', 'one.ts'), 'export const one = 1\r\nexport const two = 2\r\n')
  stage = await mail({ profile: 'terminator', files: { root } })
})
afterEach(async () => {
  await stage[Symbol.asyncDispose]()
  await rm(around, { recursive: true, force: true })
})

const letter = () => readFileSync(join(root, 'letter.txt'), 'utf8')

test('files and commands are off unless switched on, and who asks for one is told how', async () => {
  const registry = createRegistry(stage.desktop, { profile: 'terminator' })
  const names = registry.tools.map(({ name }) => name)
  expect(names).not.toContain('read_file')
  expect(names).not.toContain('run_command')
  expect(() => registry.tool('write_file')).toThrow(/It is off: .*files: \{ root \}.*--files FOLDER/)
  expect(() => createRegistry(stage.desktop, { profile: 'terminator', files: {} as { root: string } })).toThrow(/root/)
  expect(() => createRegistry(stage.desktop, { files: { root }, allow: ['read_file'] })).toThrow(/no tool read_file/)
})

test('read_file: lines, what is left, and how to read on', async () => {
  writeFileSync(join(root, 'long.txt'), Array.from({ length: 250 }, (_, at) => `line ${at + 1}\n`).join(''))
  const first = worked(await stage.call('read_file', { path: 'long.txt' }))
  expect(first.structuredContent).toMatchObject({ lines: 100, total_lines: 250, next_offset: 101 })
  const last = worked(await stage.call('read_file', { path: 'long.txt', offset: 201, limit: 200 }))
  expect(last.structuredContent).toMatchObject({ lines: 50, content: expect.stringContaining('line 250') })
  expect(last.structuredContent.next_offset).toBeUndefined()
  expect(textOf(last)).toContain('<untrusted')
  const one = worked(await stage.call('read_file', { path: 'one.ts', working_directory: 'src' }))
  expect(one.structuredContent.content).toContain('one = 1')
  expect(errorOf(await stage.call('read_file', { path: 'none.txt' })).code).toBe('NOT_FOUND')
  writeFileSync(join(root, 'picture'), Buffer.from([1, 0, 2]))
  expect(errorOf(await stage.call('read_file', { path: 'picture' })).message).toContain('binary')
  writeFileSync(join(root, 'latin1'), Buffer.from([0x46, 0xfc]))
  expect(errorOf(await stage.call('read_file', { path: 'latin1' })).message).toContain('not in UTF-8')
})

test('write_file: as a whole, with the permissions that it had', async () => {
  const made = worked(await stage.call('write_file', { path: 'src/new.txt', content: 'Grüße' }))
  expect(made.structuredContent).toMatchObject({ bytes: 7, replaced: false })
  expect(readFileSync(join(root, 'src', 'new.txt'), 'utf8')).toBe('Grüße')
  const mode = statSync(join(root, 'letter.txt')).mode
  const again = worked(await stage.call('write_file', { path: join(root, 'letter.txt'), content: '' }))
  expect(again.structuredContent).toMatchObject({ replaced: true })
  expect(statSync(join(root, 'letter.txt')).mode).toBe(mode)
  expect(errorOf(await stage.call('write_file', { path: 'no/such/file', content: '' })).code).toBe('NOT_FOUND')
  expect(errorOf(await stage.call('write_file', { path: 'x'.repeat(250), content: '' })).message).toContain(
    'ENAMETOOLONG',
  )
  expect(errorOf(await stage.call('write_file', { path: 'src', content: '' })).message).toContain('is no file')
})

test('edit_file: what is there once, or all of it', async () => {
  worked(await stage.call('edit_file', { path: 'letter.txt', old_string: 'Ann', new_string: '$& Carol' }))
  expect(letter()).toBe('Dear $& Carol,\nhow are you?\nBob\n')
  const twice = errorOf(await stage.call('edit_file', { path: 'letter.txt', old_string: 'o', new_string: '0' }))
  expect(twice).toMatchObject({ code: 'AMBIGUOUS', message: expect.stringContaining('lines 1, 2, 2, 3') })
  const all = { path: 'letter.txt', old_string: 'o', new_string: '0', replace_all: true }
  expect(worked(await stage.call('edit_file', all)).structuredContent.replacements).toBe(4)
  const lines = { path: 'src/one.ts', old_string: 'one = 1\nexport', new_string: 'one = 1\n\nexport' }
  worked(await stage.call('edit_file', lines))
  expect(readFileSync(join(root, 'src', 'one.ts'), 'utf8')).toBe('export const one = 1\r\n\r\nexport const two = 2\r\n')
  expect(errorOf(await stage.call('edit_file', { ...all, old_string: 'absent' })).code).toBe('NOT_FOUND')
})

test('copy_content: parts of one file, put into another where it is said', async () => {
  const copy = (more: Record<string, unknown>) =>
    stage.call('copy_content', { source_path: 'src/one.ts', target_path: 'letter.txt', source_mode: 'all', ...more })
  const first = { source_mode: 'lines', source_start_line: 1, source_end_line: 1 }
  worked(await copy({ ...first, target_mode: 'at_line', target_line: 2 }))
  expect(letter()).toBe('Dear Ann,\nexport const one = 1\r\nhow are you?\nBob\n')
  writeFileSync(join(root, 'src', 'two.ts'), 'a\nstart\nb\nend\nc\n')
  const part = { source_mode: 'pattern', source_start_pattern: 'start', source_end_pattern: 'end' }
  const two = { source_path: 'src/two.ts', target_path: 'target.txt' }
  for (const target_mode of ['append', 'prepend']) worked(await copy({ ...two, ...part, target_mode }))
  const target = () => readFileSync(join(root, 'target.txt'), 'utf8')
  expect(target()).toBe('start\nb\nend\nstart\nb\nend\n')
  const where = { ...two, source_mode: 'lines', source_start_line: 5, source_end_line: 5 }
  expect(errorOf(await copy({ ...where, target_mode: 'replace', target_pattern: 'b' })).code).toBe('AMBIGUOUS')
  worked(await copy({ ...where, target_mode: 'replace', target_pattern: 'b', replace_all: true }))
  expect(target()).toBe('start\nc\nend\nstart\nc\nend\n')
  worked(await copy({ ...where, source_end_line: 5, target_mode: 'after', target_pattern: 'end\nstart' }))
  expect(target()).toBe('start\nc\nend\nstart\nc\nc\nend\n')
  worked(await copy({ ...where, target_mode: 'before', target_pattern: 'c\nend\nstart' }))
  expect(target()).toBe('start\nc\nc\nend\nstart\nc\nc\nend\n')
  expect(errorOf(await copy({ target_mode: 'after' })).message).toContain('needs target_pattern')
  expect(errorOf(await copy({ source_mode: 'lines', target_mode: 'append' })).message).toContain('source_start_line')
})

test('glob_files and grep_files: by name and by what is in them', async () => {
  const found = worked(await stage.call('glob_files', { pattern: '**/*.{ts,txt}' }))
  expect(found.structuredContent.files).toEqual(['letter.txt', 'src/one.ts'])
  const own = await stage.call('glob_files', { pattern: '*.ts', working_directory: 'src' })
  expect(worked(own).structuredContent.files).toEqual(['one.ts'])
  const grep = worked(await stage.call('grep_files', { pattern: 'HOW', ignore_case: true, context_lines: 1 }))
  expect(grep.structuredContent.matches).toEqual([{ path: 'letter.txt', line: 2, text: 'how are you?' }])
  expect(textOf(grep)).toContain('1- Dear Ann,\n2: how are you?\n3- Bob')
  expect(worked(await stage.call('grep_files', { pattern: 'HOW' })).structuredContent.matches).toEqual([])
  const few = worked(await stage.call('grep_files', { pattern: 'export', glob: '*.ts', max_results: 1 }))
  expect(few.structuredContent).toMatchObject({ matches: [{ line: 1 }], left_out: 1 })
  expect(errorOf(await stage.call('grep_files', { pattern: '(' })).code).toBe('INVALID_ARGUMENT')
})

test('typecheck_workflow: what is wrong with a workflow, before any of it runs', async () => {
  const plan = { steps: [{ tool_name: 'click_element', arguments: { selector: 'name:{{who}}' } }] }
  writeFileSync(join(root, 'flow.json'), JSON.stringify(plan))
  const wrong = worked(await stage.call('typecheck_workflow', { workflow_path: 'flow.json' }))
  expect(wrong.structuredContent).toMatchObject({ success: false })
  expect(textOf(wrong)).toMatch(/steps\[0\].*who/)
  writeFileSync(
    join(root, 'flow.yaml'),
    'variables:\n  who: { type: string }\nsteps:\n  - tool_name: delay\n    arguments: { delay_ms: 1 }\n',
  )
  const right = worked(await stage.call('typecheck_workflow', { workflow_path: 'flow.yaml' }))
  expect(right.structuredContent).toEqual({ success: true, problems: [] })
  writeFileSync(join(root, 'flow.yaml'), 'steps:\n  - tool_name: clik_element\n')
  expect(textOf(worked(await stage.call('typecheck_workflow', { workflow_path: 'flow.yaml' })))).toContain(
    'clik_element',
  )
})

test.each([
  '../secret.txt',
  '/etc/passwd',
  'src/../../secret.txt',
  'link.txt',
  'folder/secret.txt',
  'src/far/secret.txt',
])('nothing leads out: %s', async (path) => {
  symlinkSync(outside, join(root, 'link.txt'))
  symlinkSync(around, join(root, 'folder'))
  symlinkSync('../..', join(root, 'src', 'far'))
  for (const [tool, more] of [
    ['read_file', {}],
    ['write_file', { content: 'mine' }],
    ['edit_file', { old_string: 'secret', new_string: 'mine' }],
    ['copy_content', { source_path: 'letter.txt', target_path: path, source_mode: 'all', target_mode: 'append' }],
    ['copy_content', { source_path: path, target_path: 'letter.txt', source_mode: 'all', target_mode: 'append' }],
  ] as const) {
    const input = tool === 'copy_content' ? more : { path, ...more }
    expect(errorOf(await stage.call(tool, input)).code, tool).toBe('REFUSED')
  }
  expect(readFileSync(outside, 'utf8')).toBe('the secret\n')
  expect(letter()).not.toContain('secret')
  const seen = worked(await stage.call('glob_files', { pattern: '**' })).structuredContent.files
  expect(seen).toEqual(['letter.txt', 'src/one.ts'])
  const grep = worked(await stage.call('grep_files', { pattern: 'secret' })).structuredContent.matches
  expect(grep).toEqual([])
})

test('a link that stays inside may be read by', async () => {
  symlinkSync('../letter.txt', join(root, 'src', 'letter.txt'))
  expect(worked(await stage.call('read_file', { path: 'src/letter.txt' })).structuredContent.content).toContain('Ann')
  const written = errorOf(await stage.call('write_file', { path: 'src/letter.txt', content: '' }))
  expect(written.message).toContain('symbolic link')
})

test('a folder that is swapped for a link, over and over, while it is read and written', {
  timeout: 120_000,
}, async () => {
  const place = join(root, 'swapped')
  const kept = join(around, 'kept')
  const far = join(around, 'far')
  mkdirSync(place)
  mkdirSync(far)
  writeFileSync(join(place, 'file.txt'), 'inside')
  writeFileSync(join(far, 'file.txt'), 'outside')
  // Another process, at its own pace; ended between two rounds, so that no `mv` of it outlives it.
  const stop = join(around, 'stop')
  const swaps = 'while [ ! -e "$4" ]; do mv "$1" "$2"; ln -s "$3" "$1"; rm "$1"; mv "$2" "$1"; done'
  const swapper = spawn('sh', ['-c', swaps, 'sh', place, kept, far, stop], { stdio: 'ignore' })
  const outcomes = new Set<string>()
  for (let round = 0; round < 300; round++) {
    const read = await stage.call('read_file', { path: 'swapped/file.txt' })
    outcomes.add(read.isError ? errorOf(read).code : String(read.structuredContent.content))
    const wrote = await stage.call('write_file', { path: 'swapped/new.txt', content: 'mine' })
    outcomes.add(wrote.isError ? errorOf(wrote).code : 'wrote')
  }
  const gone = once(swapper, 'exit')
  writeFileSync(stop, '')
  await gone
  expect([...outcomes].filter((outcome) => !['inside', 'wrote', 'REFUSED', 'NOT_FOUND'].includes(outcome))).toEqual([])
  expect(outcomes).toContain('inside')
  expect(outcomes).toContain('REFUSED')
  expect(existsSync(join(far, 'new.txt'))).toBe(false)
  expect(readFileSync(join(far, 'file.txt'), 'utf8')).toBe('outside')
})

test('a pattern that never ends for a backtracking engine is answered', async () => {
  writeFileSync(join(root, 'evil.txt'), `${'a'.repeat(40)}!\n`)
  const found = await stage.call('grep_files', { pattern: '^(a+)+$' })
  expect(worked(found).structuredContent).toMatchObject({ matches: [] })
})
