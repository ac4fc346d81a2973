import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { headless } from '../live/support/settled.js'
import { pack, root } from './packed.js'

/** A machine with a project on it and nothing but the programs that are put there. */
export class BareMachine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'surehand-bare-'))
  readonly path = join(this.#folder, 'machine')
  readonly project = join(this.path, 'home/project')

  constructor() {
    for (const part of ['bin', 'lib', 'proc', 'dev', 'tmp', 'home/project'])
      mkdirSync(join(this.path, part), { recursive: true })
    this.describe({})
  }

  /** What the project is besides a module. */
  describe(about: Record<string, unknown>): void {
    const manifest = { name: 'project', private: true, type: 'module', ...about }
    writeFileSync(join(this.project, 'package.json'), JSON.stringify(manifest))
  }

  /** A file of this machine. */
  put(file: string, place: string): void {
    mkdirSync(join(this.path, dirname(place)), { recursive: true })
    copyFileSync(file, join(this.path, place))
  }

  /** A program of this machine, with what it loads. */
  putProgram(program: string, place: string): void {
    this.put(program, place)
    for (const library of libraries(program)) this.put(library, library)
  }

  /** Archives of the package and of what it depends on, in the project: by their names. */
  putPackages(): Record<string, string> {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const others = Object.keys(dependencies).map((name) => [name, join(root, 'node_modules', name)] as const)
    const packages = [['surehand', root] as const, ...others]
    return Object.fromEntries(packages.map(([name, path]) => [name, `./${basename(pack(path, this.project))}`]))
  }

  /** Runs a program inside. The desktop's sockets are in /tmp. */
  run(args: string[], environment: Record<string, string> = {}): string {
    const env = { ...environment, PATH: '/bin', HOME: '/home', PREBUILDS_ONLY: '1' }
    const set = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value])
    const shared = ['--bind', this.path, '/', '--bind', tmpdir(), tmpdir(), '--proc', '/proc', '--dev', '/dev']
    return execFileSync('bwrap', [...shared, '--clearenv', ...set, '--chdir', '/home/project', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** What a script of the project, run by this program, says of the first button of a form that shows on a desktop. */
  async firstButton(program: string): Promise<string> {
    await using place = await headless()
    const form = join(root, 'test', 'fixtures', 'apps', 'form_gtk3.py')
    await place.desktop.launch({ command: '/usr/bin/python3', args: [form] })
    writeFileSync(
      join(this.project, 'first.js'),
      `import { Desktop } from 'surehand'
      const desktop = await Desktop.open()
      const [app] = await desktop.apps()
      const button = app.getByRole('button').first()
      await button.waitFor()
      console.log(desktop.backend, await button.name())
      await desktop.dispose()`,
    )
    return this.run([program, 'first.js'], place.session.environment).trim()
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** What a program loads, and what loads it: `ldd` says whole paths. */
function libraries(program: string): string[] {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? [])
}
