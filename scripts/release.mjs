/**
 * A release, from a clean clone to the archive that is published. It publishes only in CI, with `--publish`.
 *
 *   npm run release -- --dry-run                 everything but that
 *   npm run release -- --dry-run linux-x64       with these addons instead of all
 *   npm run release -- --prebuilt --publish      with the addons that lie in prebuilds/
 *
 * It leaves `release/`: the archive, the bundle for desktop clients, `sbom.cdx.json` and `notes.md`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { TARGETS } from './prebuild/targets.mjs'
import { notesOf, unfinished } from './release/changelog.mjs'
import { sbom } from './release/sbom.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = join(root, 'release')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    prebuilt: { type: 'boolean', default: false },
  },
})
if (values['dry-run'] === values.publish) fail('Say --dry-run, or in CI --publish.')
if (values.publish && process.env.GITHUB_ACTIONS !== 'true') fail('--publish is for the release workflow alone.')
if (values.publish && positionals.length > 0) fail('--publish is of all targets.')
const names = positionals.length > 0 ? positionals : Object.keys(TARGETS)
const unknown = names.filter((name) => !(name in TARGETS))
if (unknown.length > 0) fail(`No target ${unknown.join(', ')}. There are: ${Object.keys(TARGETS).join(', ')}.`)

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const changes = git('status', '--porcelain', '--untracked-files=normal')
if (changes !== '') fail(`The tree has changes:\n${changes}`)
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
const wrong = unfinished(changelog, version)
if (wrong !== undefined && values.publish) fail(wrong)
if (process.env.GITHUB_REF_TYPE === 'tag' && process.env.GITHUB_REF_NAME !== `v${version}`)
  fail(`The tag is ${process.env.GITHUB_REF_NAME}, and the version ${version}.`)

rmSync(out, { recursive: true, force: true })
mkdirSync(out)
if (!values.prebuilt) {
  rmSync(join(root, 'prebuilds'), { recursive: true, force: true })
  git('checkout', '--', 'prebuilds')
  step('node', 'scripts/prebuild.mjs', ...names)
}
step('npm', 'run', '--silent', 'build', '--', '--silent')
const packed = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--pack-destination', out], { cwd: root, encoding: 'utf8' }),
)
const archive = join(out, packed[0].filename)
step('node', 'scripts/check-package.mjs', archive)
writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(sbom(root), null, 2)}\n`)
writeFileSync(join(out, 'notes.md'), notesOf(changelog, version))
step('node', 'scripts/mcpb.mjs')
report()
if (values.publish) step('npm', 'publish', archive, '--provenance', '--access', 'public')
else console.log(`\nNothing was published.${wrong === undefined ? '' : ` Before a release: ${wrong}`}`)

function report() {
  console.log(`\n${name} ${version}, ${git('rev-parse', 'HEAD')}\n\n| file | size | SHA-256 |\n| --- | ---: | --- |`)
  const addons = Object.keys(TARGETS).map((target) => {
    const { file } = TARGETS[target]()
    return join('prebuilds', target.replace('-musl', ''), file)
  })
  const made = [packed[0].filename, `${name}-${version}.mcpb`, 'sbom.cdx.json'].map((file) => join('release', file))
  for (const file of [...addons, ...made]) {
    if (!existsSync(join(root, file))) {
      console.log(`| ${file} | not built | |`)
      if (values.publish) fail(`${file} is missing.`)
      continue
    }
    const hash = createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex')
    console.log(`| ${file} | ${(statSync(join(root, file)).size / 1e6).toFixed(2)} MB | ${hash} |`)
  }
}

/** @param {string} program @param {string[]} args */
function step(program, ...args) {
  console.log(`\n── ${[program, ...args].join(' ').replaceAll(`${root}/`, '')}`)
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) fail(`${program} ended with ${status ?? error?.message}.`)
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message)
  process.exit(1)
}
