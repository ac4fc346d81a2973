/** Programs that are started while others still run: what there is to prepare, on one processor and the next. */
import { spawn } from 'node:child_process'

/**
 * What it printed; rejects with that where it does not end well.
 * @param {string} program @param {string[]} args @param {{ cwd?: string }} options @returns {Promise<string>}
 */
export function tool(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const printed = []
    for (const output of [child.stdout, child.stderr]) output.on('data', (data) => printed.push(data))
    child.on('error', ({ message }) =>
      reject(new Error(`${program} does not start (${message}); \`node scripts/setup.mjs windows\` installs it`)),
    )
    child.on('close', (status) => {
      const output = Buffer.concat(printed).toString()
      if (status === 0) resolve(output)
      else reject(new Error(`${program} ${args.join(' ')} ended with ${status}:\n${output}`))
    })
  })
}
