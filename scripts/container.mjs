/**
 * Builds container/Containerfile and runs it without a container engine: debootstrap makes the system, namespaces of Linux keep it apart.
 * It is for trying the file (`npm run test:container`), as root, on a Debian machine.
 *
 *   node scripts/container.mjs build FOLDER [--file FILE] [--context FOLDER] [--arg NAME=VALUE]…
 *   node scripts/container.mjs run FOLDER [--env NAME[=VALUE]]… [--publish HERE:INSIDE]
 *
 * FOLDER gets the image. What a run writes is discarded.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildImage } from './container/image.mjs'
import { runImage } from './container/run.mjs'

const root = resolve(import.meta.dirname, '..')
const many = { type: 'string', multiple: true, default: [] }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string', default: join(root, 'container', 'Containerfile') },
    context: { type: 'string', default: root },
    arg: many,
    env: many,
    publish: { type: 'string' },
  },
})
const [task, folder] = positionals
if (process.getuid?.() !== 0) fail('This needs root: it makes a file system and namespaces.')
if (folder === undefined || !['build', 'run'].includes(task)) fail('Say `build FOLDER` or `run FOLDER`.')
try {
  if (task === 'build') {
    const cache = join(root, '.cache', 'container')
    buildImage({ file: values.file, context: values.context, out: resolve(folder), cache, given: pairs(values.arg) })
  } else {
    const ports = values.publish?.split(':').map(Number)
    const publish = ports && /** @type {[number, number]} */ ([ports[0], ports[1]])
    process.exitCode = await runImage(resolve(folder), { environment: pairs(values.env), publish })
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

/** NAME alone takes the value that this process has. @param {string[]} list @returns {Record<string, string>} */
function pairs(list) {
  const split = list.map((text) => {
    const [name, ...value] = text.split('=')
    return [name, value.length > 0 ? value.join('=') : process.env[name]]
  })
  return Object.fromEntries(split.filter(([, value]) => value !== undefined))
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message)
  process.exit(1)
}
