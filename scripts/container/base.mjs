/** The file system that FROM names, made of packages of Debian and npm: no registry of images is asked. */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { output, run } from './tool.mjs'

/**
 * Of `node:22-bookworm-slim`: Debian's smallest system, with Node, npm and the user `node` as that image has them. It is kept in `cache`.
 * @param {string} name @param {string} cache @returns {string} its folder
 */
export function base(name, cache) {
  const [, major, release] = /^node:(\d+)-([a-z]+)-slim$/.exec(name) ?? []
  if (release === undefined) throw new Error(`FROM ${name}: made here is node:<major>-<release of Debian>-slim.`)
  const folder = join(cache, `node-${major}-${release}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  run(['debootstrap', '--variant=minbase', release, unfinished, mirror(release)])
  addNode(unfinished, major)
  const inside = ['chroot', unfinished]
  run([...inside, 'groupadd', '--gid', '1000', 'node'])
  run([...inside, 'useradd', '--uid', '1000', '--gid', 'node', '--shell', '/bin/bash', '--create-home', 'node'])
  renameSync(unfinished, folder)
  return folder
}

/** Where this machine's apt gets that release. @param {string} release */
function mirror(release) {
  const targets = output(['apt-get', 'indextargets', '--format', '$(RELEASE) $(CODENAME) $(COMPONENT) $(REPO_URI)'])
  const lines = targets.split('\n').map((line) => line.split(' '))
  const found = lines.find(([name, codename, component]) => [name, codename].includes(release) && component === 'main')
  if (found === undefined) throw new Error(`apt on this machine has no ${release}; run apt-get update.`)
  return found[3]
}

/** @param {string} folder @param {string} major */
function addNode(folder, major) {
  const local = join(folder, 'usr', 'local')
  const addon = `node-linux-${process.arch}`
  const fetched = join(folder, 'node')
  run(['npm', 'install', '--silent', '--no-save', '--prefix', fetched, `${addon}@${major}`])
  const program = join(local, 'bin', 'node')
  copyFileSync(join(fetched, 'node_modules', addon, 'bin', 'node'), program)
  rmSync(fetched, { recursive: true })
  // The npm that Node 22 and 20 come with; Node 24 comes with 11.
  run(['npm', 'install', '--silent', '--global', '--prefix', local, `npm@${Number(major) < 24 ? 10 : 11}`])
}
