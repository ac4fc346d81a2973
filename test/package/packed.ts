import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')
export const tuple = `${process.platform}-${process.arch}`

/** Makes the prebuild and `dist` anew where they are older than their sources. */
export function build(): void {
  const prebuilt = join(root, 'prebuilds', tuple)
  const sources = ['src-native', 'binding.gyp', 'sources.json'].map((path) => newest(join(root, path)))
  if (newest(prebuilt) < Math.max(...sources)) {
    rmSync(prebuilt, { recursive: true, force: true })
    npm(['run', '--silent', 'prebuildify'], root)
  }
  if (newest(join(root, 'dist')) < newest(join(root, 'lib'))) npm(['run', '--silent', 'build'], root)
}

/** ms since the epoch of the newest file. */
function newest(path: string): number {
  if (!existsSync(path)) return 0
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs
  return Math.max(
    0,
    ...readdirSync(path, { recursive: true }).map((file) => statSync(join(path, String(file))).mtimeMs),
  )
}

export function npm(args: string[], cwd: string): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, JOBS: 'max' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The tarball of the package at `path`, made in `folder`. */
export function pack(path: string, folder: string): string {
  const [packed] = JSON.parse(
    npm(['pack', path, '--json', '--ignore-scripts', '--pack-destination', folder], root),
  ) as { filename: string }[]
  return join(folder, (packed as { filename: string }).filename)
}
