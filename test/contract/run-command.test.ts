import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CLI, type Translated, translated } from '../live/support/translated.js'
import { PATIENCE } from '../patience.js'

const ROOT = join(import.meta.dirname, '..', '..')
const button = (name: string) => ({ role: 'button', name, on: { press: [{ set: 'said', name: `pressed ${name}` }] } })
const world = {
  applications: [
    {
      name: 'Desk',
      windows: [
        {
          role: 'window',
          name: 'Desk',
          children: [{ role: 'text', name: '', key: 'said' }, button('One'), button('Two')],
        },
      ],
    },
  ],
}

let cli: Translated
beforeAll(async () => {
  cli = await translated(CLI)
})
afterAll(() => cli[Symbol.asyncDispose]())

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-run-'))
  await writeFile(join(folder, 'world.json'), JSON.stringify(world))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const press = (name: string) => `
  - id: ${name.toLowerCase()}
    name: Press ${name}
    tool_name: click_element
    arguments: { process: Desk, selector: "role:button|name:${name}", verify_element_exists: "role:text|name:pressed ${name}" }`

async function surehandRun(
  plan: string,
  args: string[] = [],
  heard?: (line: string, child: ChildProcess) => void,
  name = 'flow.yml',
) {
  const file = join(folder, name)
  await writeFile(file, plan)
  const all = [cli.main, 'run', file, '--world', join(folder, 'world.json'), '--data-directory', folder, ...args]
  const child = spawn(process.execPath, all, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk
      heard?.(String(chunk), child)
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

test('tells how it goes, ends with a table, writes events.jsonl', async () => {
  const { code, said } = await surehandRun(
    `workflow_id: desk\nname: Two presses\nsteps:${press('One')}${press('Two')}\noutput: "{{two_result.effect}}"\n`,
  )
  expect(said).toMatch(
    /Two presses: 2 steps\n\[1\/2\] Press One \(click_element\) …\n +verified \(\d+ ms\)\n\[2\/2\] Press Two/,
  )
  expect(said).toMatch(
    /1 +Press One +done +\d+\.\d s +verified\n2 +Press Two +done[\s\S]*Done after[\s\S]*output: "verified"/,
  )
  expect(code).toBe(0)
  const events = (await readFile(join(folder, 'workflows', 'desk', 'events.jsonl'), 'utf8')).trim().split('\n')
  expect(events.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
    'run_started',
    'step_started',
    'step_ended',
    'step_started',
    'step_ended',
    'run_ended',
  ])
})

test.each([
  [
    'aliases that multiply',
    `a: &a [1,2,3,4,5,6,7,8,9]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`)}]\n`).join('')}steps: *h\n`,
  ],
  ['an alias of itself', 'steps: &a [*a]\n'],
  ['nesting without end', `steps: ${'['.repeat(50_000)}\n`],
])('%s: a file that is no workflow ends with a sentence, and no stack', async (_, plan) => {
  const { code, said } = await surehandRun(plan)
  expect(said).toMatch(/flow\.yml/)
  expect(said).not.toMatch(/\n {4}at /)
  expect(code).toBe(2)
})

test('a folder, and nothing, as the state end with a sentence, and no stack', async () => {
  for (const [state, why] of [
    [folder, 'cannot be read (EISDIR)'],
    [join(folder, 'none.json'), 'there is no such file'],
  ] as const) {
    const { code, said } = await surehandRun(`workflow_id: x\nsteps:${press('One')}\n`, ['--state', state])
    expect(said).toContain(why)
    expect(said).not.toMatch(/\n {4}at /)
    expect(code).toBe(2)
  }
})

test('mcp: a message that is too long is answered, and the connection goes on', async () => {
  const child = spawn(process.execPath, [cli.main, 'mcp', '--demo'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  try {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk
    })
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '0' } }
    send({ id: 1, method: 'initialize', params })
    send({ method: 'notifications/initialized' })
    send({ id: 2, method: 'tools/call', params: { name: 'delay', arguments: { text: 'x'.repeat(11 * 2 ** 20) } } })
    send({ id: 3, method: 'ping' })
    await expect.poll(() => said.split('\n').filter((line) => line !== '').length, { timeout: PATIENCE }).toBe(3)
    const answers = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number })
    expect(answers.find(({ id }) => id === 2)).toMatchObject({
      error: { code: -32_600, message: expect.stringContaining('8 MiB') },
    })
    expect(answers.find(({ id }) => id === 3)).toMatchObject({ result: {} })
  } finally {
    child.kill()
  }
})

test('--check says what is wrong, each with its line, and runs nothing', async () => {
  const plan = `variables: { who: { type: string } }\nsteps:${press('One')}\n  - tool_name: clik_element\n    arguments: { selector: "{{whom}}" }\n`
  const wrong = await surehandRun(plan, ['--check'])
  expect(wrong.said).toMatch(
    /flow\.yml:7:16: steps\[1\]\.tool_name: There is no tool 'clik_element'[\s\S]*flow\.yml:8:28: steps\[1\]\.arguments\.selector: There is no 'whom'/,
  )
  expect(wrong.code).toBe(2)
  const right = await surehandRun(`steps:${press('One')}\n`, ['--check'])
  expect(right).toMatchObject({ code: 0, said: expect.stringContaining('nothing is wrong') })
})

test('a step that fails: which, what to do next, exit code 1; the next run goes on there', async () => {
  const plan = `workflow_id: desk\nsteps:${press('One')}\n  - id: late\n    tool_name: validate_element\n    arguments: { process: Desk, selector: "name:Late", timeout_ms: 50 }${press('Two')}\n`
  const failed = await surehandRun(plan)
  expect(failed.code).toBe(1)
  expect(failed.said).toMatch(/Failed after .*steps\[1\]: NOT_FOUND[\s\S]*--resume/)
  const again = await surehandRun(plan, ['--start-from-step', 'two'])
  expect(again.code).toBe(0)
  expect(again.said).not.toContain('Press One')
})

test('Ctrl-C once: after the step, exit code 130; twice: at once', async () => {
  const waits = `workflow_id: desk\nsteps:\n  - { id: wait, tool_name: delay, arguments: { delay_ms: 1500 } }${press('One')}\n`
  const once = await surehandRun(waits, [], (line, child) => line.includes('wait (delay)') && child.kill('SIGINT'))
  expect(once).toMatchObject({ code: 130, said: expect.stringMatching(/Stopping after this step[\s\S]*wait +done/) })
  expect(once.said).not.toContain('Press One')
  const never = `steps:\n  - { id: wait, tool_name: delay, arguments: { delay_ms: 600000 } }\n`
  const twice = await surehandRun(
    never,
    [],
    (line, child) => /wait \(delay\)|Stopping after/.test(line) && child.kill('SIGINT'),
  )
  expect(twice).toMatchObject({ code: 130, said: expect.stringMatching(/Stopping at once[\s\S]*wait +stopped/) })
})

test('--input gives variables their types; a secret one is nowhere', async () => {
  const plan = `workflow_id: desk\nvariables: { n: { type: number }, pin: { type: string, secret: true } }\nsteps:${press('One')}\noutput: { n: "{{n}}", pin: "{{pin}}" }\n`
  const { said } = await surehandRun(plan, ['--input', 'n=3', '--input', 'pin=271828'])
  expect(said).toMatch(/"n": 3/)
  expect(said).not.toContain('271828')
  expect((await surehandRun(plan, ['--input', 'n=three'])).said).toContain('n: Expected a number')
})

test('a workflow that is a program is run, stored and taken up again as well', async () => {
  const program = `export const desk = { id: 'desk', steps: [
      { id: 'one', execute: async ({ desktop }) => { await (await desktop.app('Desk')).locator('role:button|name:One').click() } },
      { id: 'two', execute: ({ input, env }) => { if (input.ready !== 'yes') throw new Error('not ready'); return env.one_status } },
    ] }`
  const failed = await surehandRun(program, [], undefined, 'flow.mjs')
  expect(failed).toMatchObject({
    code: 1,
    said: expect.stringMatching(/1 +one +done[\s\S]*2 +two +failed[\s\S]*not ready/),
  })
  const again = await surehandRun(program, ['--resume', '--input', 'ready=yes'], undefined, 'flow.mjs')
  expect(again).toMatchObject({ code: 0, said: expect.stringMatching(/2 +two +done/) })
  expect(again.said).not.toContain('one …')
})
