import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headless } from './support/settled.js'
import { CLI, type Translated, translated } from './support/translated.js'

interface Ended {
  code: number | null
  out: string
  error: string
}

const tsx = import.meta.resolve('tsx')

let cli: Translated
beforeAll(async () => {
  cli = await translated(CLI)
})
afterAll(() => cli[Symbol.asyncDispose]())

/** A daemon of its own, in a folder of its own; both are gone at the end of the block. */
function place(environment: Record<string, string> = { ...process.env, DISPLAY: '' } as Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'sh-'))
  const daemon = { SUREHAND_DAEMON: join(folder, 'd') }
  const env = { ...environment, ...daemon }
  const surehand = (...args: string[]) =>
    new Promise<Ended>((resolve) => {
      const child = spawn(process.execPath, [cli.main, ...args], { env, cwd: folder })
      const ended: Ended = { code: null, out: '', error: '' }
      child.stdout.on('data', (text) => (ended.out += text))
      child.stderr.on('data', (text) => (ended.error += text))
      child.on('close', (code) => resolve({ ...ended, code }))
    })
  const end = async () => {
    await surehand('close', '--all')
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, env, surehand, [Symbol.asyncDispose]: end }
}

const textOf = ({ content }: { content?: unknown }) =>
  (content as { text?: string }[]).map(({ text = '' }) => text).join('\n')

const pidOf = ({ out }: Ended) => Number(/pid (\d+)/.exec(out)?.[1])

test('a text is written, saved and read, by commands of a session of its own', { timeout: 120_000 }, async () => {
  await using here = place()
  const { surehand } = here
  const file = join(here.folder, 'notes.txt')
  writeFileSync(file, '')
  expect(await surehand('open', 'mousepad', 'notes.txt', '--private')).toMatchObject({ code: 0 })
  const tree = await surehand('tree')
  const ref = /textbox (e\d+)/.exec(tree.out)?.[1]
  expect(await surehand('fill', `@${ref}`, 'from the shell')).toMatchObject({
    code: 0,
    out: expect.stringContaining('verified'),
  })
  expect((await surehand('diff')).out).toContain('value "from the shell"')
  expect((await surehand('diff')).out).toBe('No change.\n')
  const menu = (await surehand('tree', 'role:menubar', '--depth', '1')).out
  expect(menu).toContain('menu "File"')
  expect(menu).not.toContain('textbox')
  expect((await surehand('tree', `@${ref}`)).out).toContain('from the shell')
  expect(await surehand('press', 'Control+s')).toMatchObject({ code: 0 })
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('from the shell')
  expect(await surehand('menu', 'File', 'Save As…')).toMatchObject({ code: 0 })
  expect(await surehand('wait', 'role:dialog|name:"Save As"')).toMatchObject({ code: 0 })
  expect(await surehand('press', 'Escape')).toMatchObject({ code: 0 })
  const got = await surehand('get', `@${ref}`, '--json')
  expect(JSON.parse(got.out)).toMatchObject({ element: { value: 'from the shell' } })

  const missing = await surehand('click', 'role:button|name:Nowhere')
  expect(missing).toMatchObject({ code: 4, out: '' })
  expect(missing.error).toMatch(/^click failed: NOT_FOUND\. Nothing was sent\./)
  expect(missing.error).toContain('--timeout waits on')
  expect(await surehand('click', 'role:menu')).toMatchObject({ code: 5 })
  expect(await surehand('click', 'role:')).toMatchObject({ code: 2 })
  expect(await surehand('click', '--twice', 'role:menu')).toMatchObject({ code: 2 })
  expect(await surehand('fill', 'role:menu|name:File', 'x')).toMatchObject({ code: 6 })
  expect(await surehand('see', '--out', 'shot.png')).toMatchObject({ code: 0 })
  expect(readFileSync(join(here.folder, 'shot.png')).subarray(1, 4).toString()).toBe('PNG')

  expect((await surehand('sessions')).out).toMatch(/^default\tprivate\t\d+$/m)
  const other = await surehand('click', `@${ref}`, '--session', 'other')
  expect(other.code).not.toBe(0)
  expect(await surehand('close')).toMatchObject({ code: 0, out: 'Closed default.\n' })
})

test('what a session did is done again by the workflow that it is written as', { timeout: 120_000 }, async () => {
  await using here = place()
  const { surehand } = here
  const file = join(here.folder, 'notes.txt')
  writeFileSync(file, '')
  await surehand('open', 'mousepad', 'notes.txt', '--private')
  const ref = /textbox (e\d+)/.exec((await surehand('tree')).out)?.[1]
  await surehand('fill', `@${ref}`, 'again')
  await surehand('menu', 'Edit', 'Preferences…')
  await surehand('press', 'Escape')
  await surehand('press', 'Control+s')
  await surehand('click', 'role:button|name:Nowhere')
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('again')

  const script = (await surehand('history', '--as', 'script')).out
  expect(script).toContain("await app.menu('Edit', 'Preferences…').click({ verify: { exists: 'role:dialog|name:")
  expect(script).not.toMatch(/ref:|Nowhere/)
  const workflow = (await surehand('history', '--as', 'workflow')).out
  await surehand('close')
  writeFileSync(file, '')
  writeFileSync(join(here.folder, 'steps.yaml'), workflow)
  const done = await surehand('do', 'steps.yaml', '--private')
  expect(done, workflow).toMatchObject({ code: 0 })
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('again')
  await surehand('close')

  writeFileSync(file, '')
  const sdk = pathToFileURL(join(import.meta.dirname, '..', '..', 'lib', 'sdk', 'index.ts')).href
  writeFileSync(join(here.folder, 'steps.mts'), script.replace("'surehand'", `'${sdk}'`))
  await using desktop = await headless()
  const env = desktop.session.environment
  const ran = spawn(process.execPath, ['--import', tsx, 'steps.mts'], { env, cwd: here.folder, stdio: 'inherit' })
  expect(await new Promise((resolve) => ran.on('close', resolve)), script).toBe(0)
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('again')
})

test('what the command line opens a client over MCP sees, and the other way round', { timeout: 120_000 }, async () => {
  await using here = place()
  const { surehand } = here
  await surehand('open', 'mousepad', '--private', '--session', 'work')
  const client = new Client({ name: 'test', version: '1.0.0' })
  const args = [cli.main, 'mcp', '--session', 'work']
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: here.env, stderr: 'inherit' }))
  const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input })
  const tree = textOf(await call('see', { process: 'mousepad' }))
  const ref = /textbox (e\d+)/.exec(tree)?.[1]
  expect(textOf(await call('type', { selector: `ref:${ref}`, text: 'from a client' }))).toContain('verified')
  expect((await surehand('get', `@${ref}`, '--session', 'work')).out).toContain('from a client')
  expect((await surehand('history', '--session', 'work')).out).toContain('from a client')
  await surehand('fill', `@${ref}`, 'from the shell', '--session', 'work')
  expect(textOf(await call('see', { process: 'mousepad' }))).toContain('from the shell')
  await client.close()
  expect((await surehand('sessions')).out).toContain('work\tprivate')
  expect((await surehand('mcp', '--session', 'work', '--demo')).error).toContain('INVALID_ARGUMENT')

  // A client that stays connected keeps no daemon.
  const other = new Client({ name: 'test', version: '1.0.0' })
  await other.connect(new StdioClientTransport({ command: process.execPath, args, env: here.env, stderr: 'inherit' }))
  const daemon = pidOf(await surehand('sessions'))
  await surehand('close', '--all')
  await expect.poll(() => existsSync(`/proc/${daemon}`)).toBe(false)
  await other.close()
})

test('a session of one desktop does nothing on another', { timeout: 60_000 }, async () => {
  await using one = await headless()
  await using other = await headless()
  await using here = place(one.session.environment)
  expect(await here.surehand('tree')).toMatchObject({ code: 0 })
  Object.assign(here.env, other.session.environment)
  const refused = await here.surehand('tree')
  expect(refused).toMatchObject({ code: 2, error: expect.stringContaining('is on another desktop') })
  expect(await here.surehand('tree', '--session', 'second')).toMatchObject({ code: 0 })
})

test('a daemon that is killed in mid-command leaves nothing behind, and the command says what is not known', {
  timeout: 120_000,
}, async () => {
  await using here = place()
  const { surehand } = here
  await surehand('open', 'mousepad', '--private')
  const daemon = pidOf(await surehand('sessions'))
  const program = /private\t(\d+)/.exec((await surehand('sessions')).out)?.[1]
  const acting = surehand('click', 'name:Never', '--timeout', '60000')
  const reading = surehand('wait', 'name:Never', '--timeout', '60000')
  await expect.poll(() => connections(here.env.SUREHAND_DAEMON)).toBe(2)
  process.kill(daemon, 'SIGKILL')
  expect(await acting).toMatchObject({ code: 3, error: expect.stringContaining('OUTCOME_UNKNOWN') })
  expect(await reading).toMatchObject({ code: 1, error: expect.stringContaining('Nothing was sent') })
  await expect.poll(() => existsSync(`/proc/${program}`)).toBe(false)
  // The next one starts another, in the place of the socket that was left.
  expect(pidOf(await surehand('sessions'))).toBeNaN()
  await surehand('tree', '--session', 'x')
  expect(pidOf(await surehand('sessions'))).not.toBe(daemon)
})

test('a command that is interrupted does nothing any more, and what the policy asks about needs --confirm', {
  timeout: 120_000,
}, async () => {
  await using here = place()
  const { surehand } = here
  await surehand('open', 'mousepad', '--private')
  const waiting = spawn(
    process.execPath,
    [cli.main, 'click', 'role:dialog >> role:button|name:Cancel', '--timeout', '60000'],
    { env: here.env },
  )
  await expect.poll(async () => (await surehand('sessions')).out).toContain('private')
  await expect.poll(() => connections(here.env.SUREHAND_DAEMON)).toBe(1)
  waiting.kill('SIGKILL')
  await expect.poll(() => connections(here.env.SUREHAND_DAEMON)).toBe(0)
  expect(await surehand('menu', 'File', 'Save As…')).toMatchObject({ code: 0 })
  expect(await surehand('wait', 'role:dialog >> role:button|name:Cancel', '--state', 'enabled')).toMatchObject({
    code: 0,
  })
  await expect(surehand('wait', 'role:dialog', '--gone', '--timeout', '5000')).resolves.toMatchObject({ code: 1 })
  await surehand('press', 'Escape')

  await surehand('type', 'hello')
  await surehand('press', 'Control+a')
  const asked = await surehand('menu', 'Edit', 'Delete Selection')
  expect(asked).toMatchObject({ code: 6, error: expect.stringContaining('--confirm') })
  const told = await surehand('menu', 'Edit', 'Delete Selection', '--confirm')
  expect(told).toMatchObject({ code: 0, out: expect.stringContaining('"hello" →') })
})

/** How many clients the daemon of a folder has, by the kernel's table. */
function connections(folder: string): number {
  const table = readFileSync('/proc/net/unix', 'utf8').split('\n')
  return table.filter((line) => line.includes(folder) && line.split(/\s+/)[5] === '03').length
}

test('a client that goes before it said anything is let go', { timeout: 60_000 }, async () => {
  await using here = place()
  await here.surehand('tree', '--session', 'x')
  const folder = here.env.SUREHAND_DAEMON
  const silent = connect(join(folder, 'daemon.sock'))
  await expect.poll(() => connections(folder)).toBe(1)
  silent.destroy()
  await expect.poll(() => connections(folder)).toBe(0)
})

test('only its user gets to the daemon', { timeout: 60_000 }, async () => {
  await using here = place()
  await here.surehand('tree', '--session', 'x')
  const folder = here.env.SUREHAND_DAEMON
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'daemon.sock')).mode & 0o777).toBe(0o600)
  if (process.getuid?.() === 0) {
    const connect = `require('net').connect(${JSON.stringify(join(folder, 'daemon.sock'))}).on('error', (e) => console.log(e.code))`
    const seen = execFileSync(process.execPath, ['-e', connect], { uid: 65_534, encoding: 'utf8' })
    expect(seen.trim()).toBe('EACCES')
  }
  chmodSync(folder, 0o755)
  const refused = await here.surehand('tree')
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('PERMISSION_DENIED') })
  chmodSync(folder, 0o700)
})
