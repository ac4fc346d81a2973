import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderName, stateFolder } from '../../../lib/agent/workflow/file/folder.js'
import type { State } from '../../../lib/agent/workflow/run/checkpoint.js'
import { type RunOptions, runPlan } from '../../../lib/agent/workflow/run/run.js'
import { failed, tools } from './tools.js'

let data: string
let folder: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'surehand-workflow-'))
  folder = stateFolder('mail', data)
})
afterEach(() => rm(data, { recursive: true, force: true }))

const press = (what: string, more: object = {}) => ({ tool_name: 'press', id: what, arguments: { what }, ...more })
const plan = (more: object = {}) => ({ workflow_id: 'mail', steps: [press('a'), press('b'), press('c')], ...more })
const state = async () => JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as State

type Made = ReturnType<typeof tools>
const run = (made: Made, of: object = plan(), options: Partial<RunOptions> = {}) =>
  runPlan(of, { tools: made.toolbox, dataDirectory: data, pause: 0, ...options })

/** Does what a kill does at that moment: nothing after it is written. The run is left as it stands. */
class Killed extends Error {}

/** Runs until it sends `what`, and no further. `sent`: whether the application got it. */
async function killedAt(what: string, isSent: boolean, of: object = plan(), look?: (input: object) => boolean) {
  const made = tools({
    press: (input) => {
      if (input.what === what) throw new Killed()
      return {}
    },
  })
  if (look) made.look(look)
  await expect(run(made, of)).rejects.toThrow(Killed)
  return isSent ? made.sent : made.sent.slice(0, -1)
}

test('the keys of Terminator’s state, a format version, readable by its owner alone', async () => {
  await run(tools())
  expect(await state()).toMatchObject({
    last_updated: expect.stringMatching(/^\d{4}-/),
    last_step_id: 'c',
    last_step_index: 2,
    workflow_id: 'mail',
    workflow_file: null,
    env: { a_status: 'executed_without_error' },
    format_version: 1,
  })
  for (const file of ['state.json', 'state.previous.json', 'journal.jsonl', 'events.jsonl']) {
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  }
})

// Terminator (a): it never stores what has only a workflow_id.
test('kept under the workflow’s folder, else its workflow_id; with neither it says that it cannot be taken up again', async () => {
  expect(folderName('file:///C:/x/workflows/My%20mail/workflow.yml', 'id')).toBe('My mail')
  expect(folderName('file:///x/workflow.yml', 'id')).toBe('id')
  expect(folderName(undefined, undefined)).toBeUndefined()
  for (const out of ['..', 'a/b', '']) expect(() => folderName(undefined, out)).toThrow('folder')
  expect(() => folderName('file:///x/workflows/%2e%2e/w.yml', undefined)).toThrow('folder')
  const notes: (string | undefined)[] = []
  const { steps } = plan()
  const outcome = await run(
    tools(),
    { steps },
    { onEvent: (event) => event.type === 'run_started' && notes.push(event.note) },
  )
  expect(notes).toEqual([expect.stringContaining('cannot be taken up again')])
  expect(outcome.folder).toBeUndefined()
  await expect(run(tools(), { steps }, { resume: true })).rejects.toThrow('cannot be taken up again')
})

test('a step that failed is where the next run goes on, and what was stored is there', async () => {
  const of = plan({ steps: [press('a'), press('{{env.token}}', { id: 'b' }), press('c')] })
  const token = {
    press: ({ what }: { what?: unknown }) =>
      what === 'a' ? { set_env: { token: 'T' } } : what === 'T' ? failed() : {},
  }
  expect((await run(tools(token), of)).error).toMatchObject({ step: 'b' })
  const again = tools()
  expect((await run(again, of, { resume: true })).status).toBe('executed_without_error')
  expect(again.sent).toEqual(['T', 'c'])
})

test('killed before anything was sent: the step is done', async () => {
  const made = tools({
    press: () => {
      throw new Killed()
    },
  })
  // Killed while it waits for its element.
  const waiting = {
    ...made.toolbox,
    tool: (name: string) => ({ ...made.toolbox.tool(name), run: () => Promise.reject(new Killed()) }),
  }
  await expect(runPlan(plan(), { tools: waiting, dataDirectory: data })).rejects.toThrow(Killed)
  const again = tools()
  await run(again, plan(), { resume: true })
  expect(again.sent).toEqual(['a', 'b', 'c'])
})

test('killed between sending and storing: what it verifies shows that it was done, and it is not sent again', async () => {
  expect(await killedAt('b', true, plan(), () => false)).toEqual(['a', 'b'])
  const again = tools()
  again.look(() => true)
  const outcome = await run(again, plan(), { resume: true })
  expect(again.sent).toEqual(['c'])
  expect(outcome.steps[0]).toMatchObject({ id: 'b', status: 'executed_without_error', seen: true })
})

test.each<[string, (() => boolean) | undefined, (() => boolean) | undefined]>([
  ['it verifies nothing', undefined, undefined],
  ['what it verifies is not so', () => false, () => false],
  ['what it verifies was so before', () => true, () => true],
])('where looking does not tell (%s) nothing is sent without an answer, ever', async (_, before, after) => {
  await killedAt('b', true, plan(), before)
  for (let time = 0; time < 2; time++) {
    const again = tools()
    if (after) again.look(after)
    const outcome = await run(again, plan(), { resume: true })
    expect(outcome.error).toMatchObject({ code: 'OUTCOME_UNKNOWN', step: 'b' })
    expect(again.sent).toEqual([])
  }
  const done = tools()
  const asked: string[] = []
  await run(done, plan(), {
    resume: true,
    decide: async ({ step, why }) => {
      asked.push(`${step}: ${why}`)
      return 'done'
    },
  })
  expect(asked).toHaveLength(1)
  expect(done.sent).toEqual(['c'])
})

test('an answer that it was not done lets it be sent; waiting looks again; an explicit start_from_step is an answer', async () => {
  await killedAt('b', false)
  const answers = ['wait', 'again'] as const
  let asked = 0
  const again = tools()
  await run(again, plan(), { resume: true, decide: async () => answers[asked++] })
  expect(again.sent).toEqual(['b', 'c'])
  expect(asked).toBe(2)
  await killedAt('b', false)
  const explicit = tools()
  await run(explicit, plan(), { startFrom: 'b' })
  expect(explicit.sent).toEqual(['b', 'c'])
})

test('a failure that leaves open what was done is looked at before anything is sent again', async () => {
  const open = tools({ press: ({ what }) => (what === 'b' ? failed('unknown', 'OUTCOME_UNKNOWN') : {}) })
  await run(open)
  const again = tools()
  expect((await run(again, plan(), { resume: true })).error).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  expect(again.sent).toEqual([])
})

test('cleaning up after a failure does not move the place where it goes on', async () => {
  const of = plan({ steps: [press('a'), press('b'), press('c', { if: 'always()' })] })
  await run(tools({ press: ({ what }) => (what === 'b' ? failed() : {}) }), of)
  const again = tools()
  await run(again, of, { resume: true })
  expect(again.sent).toEqual(['b', 'c'])
})

test('a run that had ended has nothing left; one that never began begins', async () => {
  const first = tools()
  await run(first, plan(), { resume: true })
  expect(first.sent).toEqual(['a', 'b', 'c'])
  const again = tools()
  await run(again, plan(), { resume: true })
  expect(again.sent).toEqual([])
})

test('a workflow that was changed meanwhile is not resumed by numbers', async () => {
  await killedAt('b', true)
  await expect(run(tools(), plan({ steps: [press('x'), press('b')] }), { resume: true })).rejects.toThrow(
    '--start-from-step',
  )
})

test('a journal whose last line was not finished: nothing of that was sent', async () => {
  await killedAt('b', false)
  const journal = join(folder, 'journal.jsonl')
  await truncate(journal, (await stat(journal)).size - 4)
  const again = tools()
  await run(again, plan(), { resume: true })
  expect(again.sent).toEqual(['b', 'c'])
})

test.each([
  ['cut', (text: string) => text.slice(0, 40)],
  ['empty', () => ''],
  ['changed', (text: string) => text.replace('executed_without_error', 'executed_with_error')],
])('a damaged state (%s) is refused, with the previous one offered, and that one works', async (_, damage) => {
  await killedAt('c', false)
  const file = join(folder, 'state.json')
  await writeFile(file, damage(await readFile(file, 'utf8')))
  const previous = join(folder, 'state.previous.json')
  await expect(run(tools(), plan(), { resume: true })).rejects.toThrow(`--state ${previous}`)
  const again = tools()
  const decide = async () => 'again' as const
  await run(again, plan(), { stateFile: previous, decide })
  expect(again.sent).toEqual(['c'])
})

test('a state of Terminator’s is gone on from', async () => {
  const file = join(data, 'terminator.json')
  const theirs = {
    last_updated: '2026-01-01T00:00:00Z',
    last_step_id: 'a',
    last_step_index: 0,
    workflow_id: null,
    workflow_file: 'workflow.yml',
    env: { token: 'T' },
  }
  await writeFile(file, JSON.stringify(theirs))
  const again = tools()
  const of = plan({ steps: [press('a'), press('{{env.token}}', { id: 'b' }), press('c')] })
  await run(again, of, { stateFile: file })
  expect(again.sent).toEqual(['T', 'c'])
})

test('secrets are never stored, nor what has them in it; they are asked for again', async () => {
  const secret = 'correct horse battery'
  const of = plan({
    variables: { password: { type: 'string', secret: true } },
    steps: [press('a', { arguments: { what: '{{password}}' } }), press('b')],
  })
  const echo = tools({
    press: ({ what }) =>
      what === 'b'
        ? failed('no', `no ${secret}`)
        : { set_env: { said: `it was ${secret}.` }, [`${secret}!`]: [{ deep: secret }] },
  })
  const outcome = await run(echo, of, { inputs: { password: secret } })
  expect(echo.sent[0]).toBe(secret)
  for (const file of ['state.json', 'state.previous.json', 'journal.jsonl', 'events.jsonl']) {
    expect(await readFile(join(folder, file), 'utf8')).not.toContain('horse')
  }
  expect(JSON.stringify(outcome)).not.toContain('horse')
  await expect(run(tools(), of, { resume: true })).rejects.toThrow(
    'password: It needs a value; secrets are never stored',
  )
})

test('one writer: another run is refused and told who has it; a dead one’s lock is taken over', async () => {
  let second: unknown
  await run(
    tools({
      press: async ({ what }) => {
        if (what === 'a') second = await run(tools()).catch((error: unknown) => error)
        return {}
      },
    }),
  )
  expect(second).toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining(`Process ${process.pid} runs this workflow`),
  })
  // Whose number is used by another process by now (ours), and who is gone.
  const { pid: gone } = spawnSync(process.execPath, ['-e', ''])
  for (const owner of [
    { pid: process.pid, started: 'long ago' },
    { pid: gone, started: 'x' },
  ]) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'lock'), JSON.stringify({ ...owner, host: hostname(), token: 't' }))
    expect((await run(tools())).status).toBe('executed_without_error')
  }
})

test('of many who take over a dead one’s lock at once, one at a time has it', async () => {
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'lock'),
    JSON.stringify({ pid: 2 ** 22 + 1, started: 'x', host: hostname(), token: 't' }),
  )
  let inside = 0
  let most = 0
  const busy = () =>
    tools({
      press: async () => {
        most = Math.max(most, ++inside)
        await new Promise((resolve) => setTimeout(resolve, 2))
        inside--
        return {}
      },
    })
  const ends = await Promise.allSettled(Array.from({ length: 8 }, () => run(busy())))
  expect(most).toBe(1)
  expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
})
