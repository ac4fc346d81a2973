/**
 * Deliberate faults in the Windows backend, one at a time: each is a change of one place, built and tested by itself, and the suite has
 * to fail. One that it does not notice is a hole in the suite. What came of it is in docs/platforms.md.
 *
 *   node scripts/windows/mutants.mjs                     all of them, which takes a quarter of an hour or more
 *   node scripts/windows/mutants.mjs --only lane,scope   those whose names have that in them
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const platform = 'src-native/platform/windows'
const { values } = parseArgs({ options: { only: { type: 'string' } } })

/** @type {{ name: string, file: string, from: string, to: string, tests: string[] }[]} */
const MUTANTS = JSON.parse(readFileSync(join(root, 'test', 'windows', 'mutants.json'), 'utf8'))

const folder = join(root, 'build-windows', 'mutant')
rmSync(join(folder, 'src-native'), { recursive: true, force: true })
for (const part of ['src-native', 'scripts', 'CMakeLists.txt', 'sources.json', 'package.json']) {
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true })
}

const wanted = values.only?.split(',')
const survived = []
for (const mutant of MUTANTS.filter(({ name }) => wanted === undefined || wanted.some((part) => name.includes(part)))) {
  const file = join(folder, platform, mutant.file)
  const original = readFileSync(file, 'utf8')
  if (original.split(mutant.from).length !== 2)
    throw new Error(`${mutant.name}: ${mutant.file} does not have that once`)
  writeFileSync(
    file,
    original.replace(mutant.from, () => mutant.to),
  )
  const caught = isCaught(mutant)
  console.log(`${caught.padEnd(10)} ${mutant.name}`)
  if (caught === 'survived') survived.push(mutant.name)
  writeFileSync(file, original)
}
console.log(survived.length === 0 ? 'All were caught.' : `Not caught: ${survived.join(', ')}`)
process.exitCode = survived.length === 0 ? 0 : 1

/** @param {{ tests: string[] }} mutant @returns {string} */
function isCaught({ tests }) {
  const addon = join(folder, 'surehand.node')
  const built = spawnSync('node', [join(folder, 'scripts', 'build-win32.mjs'), '--out', addon], { encoding: 'utf8' })
  // A fault that does not compile is no fault.
  if (built.status !== 0) throw new Error(`it does not build:\n${built.stdout}${built.stderr}`)
  const args = [
    join(root, 'scripts', 'test-windows.mjs'),
    '--addon',
    addon,
    '--folder',
    join(root, 'build-windows-mutants'),
  ]
  const { status } = spawnSync('node', [...args, ...tests], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
  return status === 0 ? 'survived' : 'caught'
}
