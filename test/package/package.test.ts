import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, npm, pack, root, tuple } from './packed.js'

/** The package as somebody gets it: packed, installed into an empty project without scripts, with nothing but a prebuild. */

let folder: string
let project: string
let tarball: string

async function run(file: string, source: string, environment: Record<string, string> = {}): Promise<string> {
  await writeFile(join(project, file), source)
  const env = { ...process.env, PREBUILDS_ONLY: '1', ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: project, env })
  return stdout.trim()
}

beforeAll(async () => {
  build()
  folder = await mkdtemp(join(tmpdir(), 'surehand-package-'))
  project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "name": "project", "private": true }')
  tarball = pack(root, folder)
  // The dependencies come from here, so that no network is needed.
  const { dependencies } = JSON.parse(
    execFileSync('node', ['-p', 'JSON.stringify(require("./package.json"))'], { cwd: root, encoding: 'utf8' }),
  )
  const tarballs = [tarball, ...Object.keys(dependencies).map((name) => pack(join(root, 'node_modules', name), folder))]
  npm(['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs], project)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const READ = `const tree = { role: 'window', name: 'Mail', children: [{ role: 'button', name: 'Send' }] }
  Snapshot.from(tree).then((snapshot) => console.log(snapshot.find('role:Button|name:Send').name))`

test('the tarball has what a user needs and nothing of ours', () => {
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
  const top = new Set(files.map((file) => file.split('/')[1]))
  expect([...top].sort()).toEqual(
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      // What `surehand mcp --demo` shows, and what `surehand doctor --self-test` is tried on.
      'demo',
      'dist',
      'package.json',
      'prebuilds',
    ].sort(),
  )
  expect(files).toContain('package/demo/self-test.py')
  // Nothing of it runs when it is installed: package managers ask before that, or refuse it.
  const { scripts } = JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }))
  expect(Object.keys(scripts)).not.toContainEqual(expect.stringMatching(/^(pre|post)?install$/))
  // The licenses of what is bundled: what commands, MCP and workflows need.
  const licenses = execFileSync('tar', ['-xzOf', tarball, 'package/dist/THIRD-PARTY.md'], { encoding: 'utf8' })
  for (const name of ['ajv', 'commander', '@modelcontextprotocol/server', 'yaml', 'zod'])
    expect(licenses).toContain(`\n## ${name} `)
  expect(licenses).not.toContain('no file with its license')
  expect(files.filter((file) => file.startsWith(`package/prebuilds/${tuple}/`))).not.toEqual([])
  expect(files.filter((file) => /\.node$/.test(file) && !file.startsWith('package/prebuilds/'))).toEqual([])
})

test('ESM import', async () => {
  expect(await run('esm.mjs', `import { Snapshot } from 'surehand'\n${READ}`)).toBe('Send')
})

test('CJS require', async () => {
  expect(await run('cjs.cjs', `const { Snapshot } = require('surehand')\n${READ}`)).toBe('Send')
})

test('import loads what drives a desktop, and nothing that only agents need', async () => {
  const hooks = `export async function load(url, context, next) { console.log(url); return next(url, context) }`
  const source = `import { register } from 'node:module'
    register('data:text/javascript,${encodeURIComponent(hooks)}')
    await import('surehand')`
  const urls = (await run('loads.mjs', source)).split('\n')
  const required = await run('loads.cjs', `require('surehand'); console.log(Object.keys(require.cache).join('\\n'))`)
  for (const loaded of [urls, required.split('\n')]) {
    const packages = loaded.flatMap((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
    expect(packages.filter((name) => name !== 'surehand' && name !== 'node-gyp-build')).toEqual([])
    const own = loaded.filter((file) => /\/surehand\/dist\//.test(file)).map((file) => file.replace(/^file:\/\//, ''))
    const text = own.map((file) => readFileSync(file, 'utf8')).join('\n')
    // A text of each part that another entry is for, and what it needs.
    const others = {
      agent: 'click_element',
      policy: 'download-into-shell',
      workflow: 'start_from_step',
      mcp: 'surehand://',
    }
    const needed = ['@modelcontextprotocol/', 'ajv', 'yaml', 'commander', 'jpeg-js', 'playwright', 'tesseract']
    const named = [...Object.values(others), ...needed.map((name) => `"${name}`)]
    expect(named.filter((part) => text.includes(part))).toEqual([])
    const bytes = Buffer.byteLength(text)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThan(720_000)
  }
})

// Prebuilt addons have exceptions in one place, which catches what starting a thread throws.
test.runIf(process.platform === 'linux')('where the system refuses a thread, the call says so', async () => {
  const source = `import { execFileSync } from 'node:child_process'
    import { readFileSync } from 'node:fs'
    import { Desktop } from 'surehand'
    const named = (name) => ({ name, windows: [{ role: 'window', name: 'W' }] })
    const world = { applications: [named('Mail'), named('Notes')] }
    const desktop = await Desktop.open({ backend: 'simulated', world })
    await (await desktop.app('Mail')).snapshot()
    const taken = Number(/VmSize:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
    // Less than the stack of a thread.
    execFileSync('prlimit', ['--pid', process.pid, '--as=' + (taken + 4_000_000)])
    await desktop.app('Notes').then((app) => app.snapshot()).catch((error) => console.log(error.code, error.message))`
  expect(await run('refused.mjs', source)).toContain('REFUSED the system refuses this process another thread')
})

const PAINTER = `{ name: 'Painter', windows: [{ role: 'window', name: 'W', bounds: { x: 0, y: 0, width: 90, height: 90 } }] }`

test('without the optional packages, what needs one says what to type', async () => {
  const chain = `import { createRegistry } from 'surehand/agent'
    import { langchain, openaiChat } from 'surehand/adapters'
    const registry = createRegistry(() => {})
    await langchain(registry).catch(({ code, message }) => console.log(code, message))
    console.log(openaiChat(registry).tools.length === 8)`
  expect(await run('chain.mjs', chain)).toBe(
    'UNSUPPORTED This needs the package @langchain/core. Type: npm install @langchain/core\ntrue',
  )
  const call = (tool: string, input: object) => `import { createRegistry } from 'surehand/agent'
    import { Desktop } from 'surehand'
    const open = () => Desktop.open({ backend: 'simulated', world: { applications: [] } })
    const result = await createRegistry(open, { profile: 'terminator', files: { root: '.' } }).tool('${tool}').run(${JSON.stringify(input)})
    console.log(result.structuredContent.error.code, result.structuredContent.error.message)
    process.exit()`
  const read = await run(
    'ocr.mjs',
    call('get_window_tree', { process: 'painter', include_ocr: true }).replace(
      'applications: []',
      `applications: [${PAINTER}]`,
    ),
  )
  expect(read).toBe('UNSUPPORTED This needs the package tesseract.js. Type: npm install tesseract.js')
})

test('one package is installed with it, and commands, tools and MCP need no other', async () => {
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))
  expect(installed.sort()).toEqual(['node-gyp-build', 'surehand'])
  const surehand = join(project, 'node_modules', '.bin', 'surehand')
  expect((await promisify(execFile)(surehand, ['--help'])).stdout).toContain('doctor')
  const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const hello = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: about })
  const answer = execFileSync(surehand, ['mcp'], { encoding: 'utf8', input: `${hello}\n` })
  expect(JSON.parse(answer)).toMatchObject({ id: 1, result: { serverInfo: { name: 'surehand' } } })
  // A workflow is YAML, and its steps are checked by their schemas.
  await writeFile(join(project, 'steps.yaml'), 'steps:\n  - { tool_name: delay, arguments: { delay_ms: 1 } }\n')
  const read = "readPlan('steps.yaml').then(({ plan }) => console.log(plan.steps.length))"
  expect(await run('steps.mjs', `import { readPlan } from 'surehand/workflow'\n${read}`)).toBe('1')
  expect(await run('steps.cjs', `const { readPlan } = require('surehand/workflow')\n${read}`)).toBe('1')
  const call = `const registry = createRegistry(() => {}, { profile: 'terminator' })
    registry.tool('delay').run({ delay_ms: 'long' }).then(({ structuredContent: { error } }) => console.log(error.code))`
  expect(await run('tool.mjs', `import { createRegistry } from 'surehand/agent'\n${call}`)).toBe('INVALID_ARGUMENT')
  expect(await run('tool.cjs', `const { createRegistry } = require('surehand/agent')\n${call}`)).toBe(
    'INVALID_ARGUMENT',
  )
})

test('ESM and CJS in one process know each other’s errors', async () => {
  const source = `import { createRequire } from 'node:module'
    import { isSurehandError } from 'surehand'
    const { Snapshot } = createRequire(import.meta.url)('surehand')
    try { (await Snapshot.from({ role: 'window' })).find('nonsense:x') } catch (error) { console.log(isSurehandError(error, 'INVALID_SELECTOR')) }`
  expect(await run('both.mjs', source)).toBe('true')
})

test('a worker thread, beside the main thread and after another worker ended', async () => {
  const source = `import { Worker, isMainThread } from 'node:worker_threads'
    import { Snapshot } from 'surehand'
    ${READ}
    if (isMainThread) for (let i = 0; i < 2; i++) {
      const worker = new Worker(new URL(import.meta.url))
      await new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject))
    }`
  expect((await run('worker.mjs', source)).split('\n')).toEqual(['Send', 'Send', 'Send'])
})

test('a simulated desktop opens', async () => {
  const source = `import { Desktop } from 'surehand'
    const desktop = await Desktop.open({ backend: 'simulated', world: { applications: [] } })
    console.log((await desktop.apps()).length)
    await desktop.dispose()`
  expect(await run('simulated.mjs', source)).toBe('0')
})

test('without an addon selectors still work, and the load error names the platform, the places and the way out', async () => {
  const installed = join(project, 'node_modules', 'surehand')
  await rename(join(installed, 'prebuilds'), join(folder, 'prebuilds'))
  try {
    const pure = `import { parse, format } from 'surehand/selector'\nconsole.log(format(parse('role:Button|name:Send')))`
    expect(await run('pure.mjs', pure)).toMatch(/button/i)

    const source = `import { Snapshot } from 'surehand'
      try { await Snapshot.from({ role: 'window' }) } catch (error) { console.log(JSON.stringify(error)) }`
    const error = JSON.parse(await run('broken.mjs', source)) as { code: string; message: string }
    expect(error.code).toBe('NATIVE_LOAD_FAILED')
    for (const part of [process.platform, process.arch, 'libc', installed, 'npm install'])
      expect(error.message).toContain(part)
  } finally {
    await rename(join(folder, 'prebuilds'), join(installed, 'prebuilds'))
  }
})

test('no class field of the CommonJS files writes over an export of its name', () => {
  // The transform of tsup's CommonJS output does so: `this.x = exports.x = 0`.
  const dist = join(root, 'dist')
  const files = readdirSync(dist).filter((file) => file.endsWith('.cjs'))
  const clobbers = files.flatMap(
    (file) => readFileSync(join(dist, file), 'utf8').match(/this\.(\w+) = exports\.\1 = /g) ?? [],
  )
  expect(clobbers).toEqual([])
})

test('publint finds nothing to say', () => {
  const output = execFileSync(join(root, 'node_modules', '.bin', 'publint'), ['run', tarball, '--strict'], {
    encoding: 'utf8',
  })
  expect(output).toContain('All good')
})

test('types resolve from ESM, CJS and bundlers alike', () => {
  // node10 cannot read `exports`; the package asks for Node 20.
  const attw = join(root, 'node_modules', '.bin', 'attw')
  const output = execFileSync(attw, [tarball, '--profile', 'node16', '--no-color', '--no-emoji'], { encoding: 'utf8' })
  // It exits with an error when it finds a problem.
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }
  const entries = Object.keys(exports).filter((entry) => entry !== './package.json')
  expect(output.match(/OK \(CJS\)\s+│ OK \(ESM\)\s+│ OK/g)).toHaveLength(entries.length)
})

test('surehand show-trace writes a page that holds the trace, what runs it, and may ask for nothing', async () => {
  const source = `import { Desktop } from 'surehand'
    const desktop = await Desktop.open({ world: { applications: [] } })
    await desktop.tracing.start({ title: 'Nothing happens' })
    await desktop.tracing.stop({ path: 'nothing.trace' })
    await desktop.dispose()`
  await run('traced.mjs', source)
  const cli = join(project, 'node_modules', '.bin', 'surehand')
  const args = ['show-trace', 'nothing.trace', '--out', 'page.html']
  expect((await promisify(execFile)(cli, args, { cwd: project })).stdout).toBe('page.html\n')
  const page = readFileSync(join(project, 'page.html'), 'utf8')
  expect(page).toContain('<title>Nothing happens – trace</title>')
  expect(page).toContain(readFileSync(join(project, 'nothing.trace')).toString('base64'))
  expect(page).toContain("default-src 'none'; script-src 'sha256-")
})

test('surehand inspect serves its page to who has the address, and ends at Ctrl-C', async () => {
  const world = { applications: [{ name: 'Mail', windows: [{ role: 'window', name: 'Inbox' }] }] }
  await writeFile(join(project, 'world.json'), JSON.stringify(world))
  const cli = join(project, 'node_modules', 'surehand', 'dist', 'surehand.cjs')
  const args = [cli, 'inspect', '--world', 'world.json', '--no-open']
  const inspector = spawn(process.execPath, args, { cwd: project, env: { ...process.env, PREBUILDS_ONLY: '1' } })
  try {
    let printed = ''
    for await (const part of inspector.stdout.iterator({ destroyOnReturn: false })) {
      printed += part
      if (printed.includes('\n')) break
    }
    const address = /^Mail: (http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/)$/m.exec(printed)?.[1] ?? ''
    expect(await (await fetch(address)).text()).toContain('<title>Mail – surehand inspect</title>')
    for (const name of ['page.js', 'page.css', 'tree']) expect((await fetch(`${address}${name}`)).status).toBe(200)
    expect((await fetch(new URL('/', address))).status).toBe(403)
  } finally {
    inspector.kill('SIGINT')
  }
  expect(await once(inspector, 'exit')).toEqual([0, null])
})

test('the container’s program serves MCP on a desktop of its own to who presents the token', async () => {
  for (const file of ['serve.mjs', 'health.mjs']) copyFileSync(join(root, 'container', file), join(project, file))
  const env = { ...process.env, PREBUILDS_ONLY: '1', PORT: String(await freePort()) }
  const refused = { code: 2, stderr: expect.stringContaining('SUREHAND_MCP_TOKEN is not set') }
  await expect(promisify(execFile)('node', ['serve.mjs'], { cwd: project, env })).rejects.toMatchObject(refused)

  const serving = spawn('node', ['serve.mjs'], {
    cwd: project,
    env: { ...env, SUREHAND_MCP_TOKEN: 'secret' },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  try {
    expect(String((await once(serving.stderr, 'data'))[0])).toContain('the token of SUREHAND_MCP_TOKEN')
    await promisify(execFile)('node', ['health.mjs'], { cwd: project, env })
    const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const ask = (token: string) =>
      fetch(`http://127.0.0.1:${env.PORT}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: about }),
      })
    expect((await ask('another')).status).toBe(401)
    expect(await (await ask('secret')).text()).toContain('"serverInfo":{"name":"surehand"')
  } finally {
    serving.kill('SIGTERM')
    expect(await once(serving, 'exit')).toEqual([0, null])
  }
  await expect(promisify(execFile)('node', ['health.mjs'], { cwd: project, env })).rejects.toThrow()
})

/** The program takes this one and the next. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
