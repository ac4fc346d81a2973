import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Of this package. */
export function version(): string {
  const require = createRequire(import.meta.url)
  // The source lies one level deeper than what is built from it.
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(require.resolve(path), 'utf8')) as Record<string, string>
      if (name === 'surehand' && version !== undefined) return version
    } catch {}
  }
  return 'unknown'
}
