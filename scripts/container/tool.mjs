/** Programs that build a container and run it. */
import { spawnSync } from 'node:child_process'

/**
 * Shows what it prints. @param {string[]} command @param {NodeJS.ProcessEnv} [env]
 * @throws where it does not end with 0.
 */
export function run([program, ...args], env = process.env) {
  const { status, error } = spawnSync(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error)
    throw new Error(`${program} does not start (${error.message}); node scripts/setup.mjs container installs it`)
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')}\nended with ${status}.`)
}

/** What it printed. @param {string[]} command @returns {string} */
export function output([program, ...args]) {
  const { status, stdout, error } = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  if (error || status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? status}`)
  return stdout.trim()
}
