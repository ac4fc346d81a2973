/** Programs of a build: what they print is shown, and the first that fails ends it. */
import { spawn } from 'node:child_process'

/** @param {string[]} command @param {string} cwd @param {Record<string, string>} [environment] @returns {Promise<void>} */
export function run([program, ...args], cwd, environment = {}) {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment }
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', ({ message }) => fail(`${program} does not start: ${message}`))
    child.on('close', (status) =>
      status === 0 ? resolve() : fail(`${[program, ...args].join(' ')}\nended with ${status}.`),
    )
  })
}

/** @param {string} message @returns {never} */
export function fail(message) {
  console.error(message)
  process.exit(1)
}
