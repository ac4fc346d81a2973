/** Carries out the instructions of a Containerfile: a folder `root`, and `image.json` beside it with what runs in it. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { base } from './base.mjs'
import { assignment, command, healthCheck, instructions } from './containerfile.mjs'
import { enter, variables as variablesOf } from './enter.mjs'
import { output, run } from './tool.mjs'

/**
 * @typedef {{ user: string, place: string, environment: Record<string, string>, ports: number[], command: string[],
 *   health: import('./containerfile.mjs').HealthCheck | undefined }} Image
 * @typedef {{ file: string, context: string, out: string, cache: string, given: Record<string, string> }} Build `given`: --build-arg
 */

/** @param {Build} build @returns {Image} */
export function buildImage(build) {
  const steps = instructions(readFileSync(build.file, 'utf8'))
  const root = join(build.out, 'root')
  const from = base(steps[0].text, build.cache)
  rmSync(build.out, { recursive: true, force: true })
  mkdirSync(build.out, { recursive: true })
  run(['cp', '-a', '--reflink=auto', from, root])
  const state = {
    image: { user: 'root', place: '/', environment: {}, ports: [], command: [], health: undefined },
    variables: {},
    root,
    build,
  }
  for (const step of steps.slice(1)) {
    console.log(`container: ${step.instruction} ${step.text}`)
    CARRIED_OUT[step.instruction](state, step)
  }
  const unknown = Object.keys(build.given).filter((name) => !(name in state.variables))
  if (unknown.length > 0) throw new Error(`${build.file} has no ARG ${unknown.join(', ')}.`)
  writeFileSync(join(build.out, 'image.json'), JSON.stringify(state.image, null, 2))
  return state.image
}

/**
 * @typedef {{ image: Image, variables: Record<string, string>, root: string, build: Build }} State
 * @type {Record<string, (state: State, step: import('./containerfile.mjs').Instruction) => void>}
 */
const CARRIED_OUT = {
  ARG({ variables, build }, step) {
    const [name, value = ''] = assignment(step)
    variables[name] = build.given[name] ?? value
  },
  ENV({ image }, step) {
    const [name, value = ''] = assignment(step)
    image.environment[name] = value
  },
  RUN({ image, variables, root }, { text }) {
    const { settings, shared } = npmSettings()
    const environment = { ...settings, ...variables, ...image.environment }
    // Packages are fetched: from hosts that this machine has names for.
    const files = ['/etc/resolv.conf', '/etc/hosts', ...shared]
    const entry = { ...image, root, writes: 'kept', shared: files, environment, command: ['/bin/sh', '-c', text] }
    const added = files.filter((file) => !existsSync(join(root, file)))
    run(enter(entry), variablesOf(entry))
    // The empty files that those of this machine were laid on.
    for (const file of added) rmSync(join(root, file))
  },
  WORKDIR({ image, root }, { text }) {
    image.place = resolve(image.place, text)
    mkdirSync(join(root, image.place), { recursive: true })
  },
  COPY({ image, root, build }, { text, line }) {
    const patterns = text.split(/\s+/)
    const target = join(root, resolve(image.place, patterns.pop() ?? ''))
    const files = patterns.flatMap((pattern) => matches(build.context, pattern))
    if (files.length === 0) throw new Error(`Line ${line}: ${build.context} has none of ${patterns.join(' ')}.`)
    for (const file of files) cpSync(join(build.context, file), join(target, basename(file)), { recursive: true })
  },
  USER({ image, root }, { text, line }) {
    const users = readFileSync(join(root, 'etc', 'passwd'), 'utf8')
    if (!users.split('\n').some((user) => user.startsWith(`${text}:`)))
      throw new Error(`Line ${line}: the image has no user ${text}.`)
    image.user = text
  },
  EXPOSE({ image }, { text }) {
    image.ports.push(Number(text))
  },
  HEALTHCHECK({ image }, step) {
    image.health = healthCheck(step)
  },
  CMD({ image }, step) {
    image.command = command(step.text, step)
  },
}

/** Files of a folder by a name with `*` in it. @param {string} context @param {string} pattern @returns {string[]} */
function matches(context, pattern) {
  const folder = dirname(pattern)
  const name = new RegExp(`^${basename(pattern).replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
  const there = readdirSync(join(context, folder))
  return there.filter((file) => name.test(file)).map((file) => join(folder, file))
}

/** What this machine's npm is set to: packages may come from a mirror. */
function npmSettings() {
  const get = (name) => output(['npm', 'config', 'get', name])
  const cafile = get('cafile')
  const settings = { npm_config_registry: get('registry') }
  if (cafile === 'null' || !existsSync(cafile) || !statSync(cafile).isFile()) return { settings, shared: [] }
  return { settings: { ...settings, npm_config_cafile: cafile }, shared: [cafile] }
}
