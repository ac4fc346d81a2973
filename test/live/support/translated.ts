import { mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '..', '..', '..')

export const CLI = join(ROOT, 'lib', 'cli', 'bin.ts')

export interface Translated extends AsyncDisposable {
  /** The file to start. */
  main: string
}

/**
 * A program of our sources as JavaScript, for tests that start it again and again: by tsx each start takes more than a second of a
 * processor. Its folder lies where `dist` does: it finds what it needs as what is published does.
 */
export async function translated(source: string): Promise<Translated> {
  const folder = await mkdtemp(join(ROOT, 'build-translated-'))
  await build({
    entryPoints: [source],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.17',
    logLevel: 'warning',
  })
  return {
    main: join(folder, basename(source).replace(/\.ts$/, '.mjs')),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
