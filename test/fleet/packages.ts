import { spawnSync } from 'node:child_process'

/** Installs what is missing of these packages from Debian's archive. */
export function install(packages: readonly string[]): void {
  const missing = packages.filter((name) => versionOf(name) === undefined)
  if (missing.length === 0) return
  console.log(`installing ${missing.join(' ')}`)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo']
  const options = ['-qq', '-y', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=600']
  const apt = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...options, 'install', ...missing]
  const { status, stderr } = spawnSync(apt[0] as string, apt.slice(1), { encoding: 'utf8' })
  if (status !== 0) throw new Error(`apt-get install ${missing.join(' ')} failed: ${stderr.trim()}`)
}

/** The installed version of a Debian package. */
export function versionOf(name: string): string | undefined {
  const { stdout } = spawnSync('dpkg', ['-s', name], { encoding: 'utf8' })
  return /^Status: .* installed$/m.test(stdout) ? /^Version: (.*)$/m.exec(stdout)?.[1] : undefined
}
