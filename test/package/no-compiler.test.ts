import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headless } from '../live/support/settled.js'
import { build, pack, root } from './packed.js'

/**
 * The package on a machine that has Node, npm and the shell and `env` that npm runs scripts with, and nothing else: no compiler, no Python. The
 * install script runs there as it does for a user.
 */

let folder: string
let machine: string

/** What a program loads, and what loads it: `ldd` says whole paths. */
function libraries(program: string): string[] {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? [])
}

function put(program: string, place: string): void {
  mkdirSync(join(machine, dirname(place)), { recursive: true })
  copyFileSync(program, join(machine, place))
  for (const library of libraries(program)) {
    mkdirSync(join(machine, dirname(library)), { recursive: true })
    copyFileSync(library, join(machine, library))
  }
}

/** Runs a program inside that machine. The desktop's sockets are in /tmp. */
function inside(args: string[], environment: Record<string, string> = {}): string {
  const env = { PATH: '/bin', HOME: '/home', PREBUILDS_ONLY: '1', ...environment }
  const set = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value])
  const shared = ['--bind', machine, '/', '--bind', tmpdir(), tmpdir(), '--proc', '/proc', '--dev', '/dev']
  return execFileSync('bwrap', [...shared, '--clearenv', ...set, '--chdir', '/home/project', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

beforeAll(() => {
  build()
  folder = mkdtempSync(join(tmpdir(), 'surehand-bare-'))
  machine = join(folder, 'machine')
  for (const part of ['bin', 'proc', 'dev', 'tmp', 'npm', 'home/project'])
    mkdirSync(join(machine, part), { recursive: true })
  put(process.execPath, 'bin/node')
  put(realpathSync('/bin/sh'), 'bin/sh')
  // What the scripts of npm packages begin with.
  put(realpathSync('/usr/bin/env'), 'usr/bin/env')
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())))
  cpSync(npm, join(machine, 'npm'), { recursive: true })
  writeFileSync(join(machine, 'home/project/package.json'), '{ "name": "project", "private": true, "type": "module" }')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('it installs without a compiler and opens a desktop', async () => {
  const { dependencies } = JSON.parse(execFileSync('npm', ['pkg', 'get', '--json'], { cwd: root, encoding: 'utf8' }))
  const project = join(machine, 'home/project')
  for (const path of [root, ...Object.keys(dependencies).map((name) => join(root, 'node_modules', name))])
    pack(path, project)
  const tarballs = execFileSync('ls', [project], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.tgz'))
  const npm = ['node', '/npm/bin/npm-cli.js', 'install', '--offline', '--no-audit', '--no-fund']
  inside([...npm, ...tarballs.map((file) => `./${file}`)])
  // The addon is the prebuilt one: there is no other.
  expect(() => inside(['sh', '-c', 'ls'])).toThrow()

  await using place = await headless()
  const form = join(root, 'test', 'fixtures', 'apps', 'form_gtk3.py')
  await place.desktop.launch({ command: '/usr/bin/python3', args: [form] })
  writeFileSync(
    join(project, 'first.js'),
    `import { Desktop } from 'surehand'
    const desktop = await Desktop.open()
    const [app] = await desktop.apps()
    const button = app.getByRole('button').first()
    await button.waitFor()
    console.log(desktop.backend, await button.name())
    await desktop.dispose()`,
  )
  const said = inside(['node', 'first.js'], { ...place.session.environment, PATH: '/bin', HOME: '/home' })
  expect(said.trim()).toMatch(/^linux ./)
})
