/** Replays one task over MCP: the server of one checkout, on a private desktop, called by the official client. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { HeadlessSession } from '../../../dist/headless.js'
import { Home } from '../../../test/fleet/home.ts'
import { differingPixels } from './pixels.mjs'

// ms; how long a client waits for one answer.
const PATIENCE = 120_000
// ms that a model takes at least to write its next call. No call's time has it in it.
const THINKING = 2_100
// What reads looks at nothing that it could change.
const READS = /^(get_|validate_|wait_|capture_|delay)/

/**
 * @typedef {{ file: string, holds: RegExp, told: RegExp, text?: (home: Home, file: string) => string }} Fact
 *   What a file shows at the end if the call worked, and what an answer says that tells of it.
 * @typedef {{ tool: string, input: object | ((said: Said) => object), wrong?: string, told?: RegExp, fact?: Fact }} Call
 *   `wrong`: the kind of mistake; such a call must change nothing and claim nothing.
 * @typedef {{ program: string, does: string, packages: string[], environment?: Record<string, string>,
 *   prepare?: (home: Home) => unknown, calls: (home: Home) => Call[], judge: (home: Home) => unknown }} Task
 */

/** The answers so far: where a model has its refs from. */
class Said {
  /** @type {string[]} */
  texts = []

  /** The first group of a pattern, in the last answer that has it. An answer without it leaves the model with nothing to refer to. */
  find(pattern) {
    const text = this.texts.findLast((each) => pattern.test(each))
    return text === undefined ? 'e999999' : pattern.exec(text)[1]
  }
}

/** @param {Task} task @param {string} checkout */
export async function replay(task, checkout, log = () => {}) {
  const session = await HeadlessSession.start({ width: 1280, height: 900, environment: task.environment ?? {} })
  const home = new Home(session.environment.HOME)
  const desktop = await session.desktop()
  const client = new Client({ name: 'day', version: '0' })
  // Its calls have the names of the tools of that profile; before there was one, they were those of the default.
  const named = existsSync(join(checkout, 'lib', 'agent', 'tools', 'core')) ? ['--profile', 'terminator'] : []
  const args = [join(checkout, 'dist', 'cli.js'), 'mcp', ...named]
  try {
    await task.prepare?.(home)
    const env = session.environment
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, cwd: home.directory, stderr: 'ignore' }),
    )
    const said = new Said()
    const calls = []
    for (const { tool, input, wrong, fact } of task.calls(home)) {
      const given = typeof input === 'function' ? input(said) : input
      const acts = !READS.test(tool)
      if (calls.length > 0) await pause(THINKING)
      const before = acts ? await desktop.screenshot() : undefined
      const began = performance.now()
      const result = await client.callTool({ name: tool, arguments: given }, { timeout: PATIENCE })
      const ms = performance.now() - began
      const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
      said.texts.push(text)
      const { effect } = result.structuredContent ?? {}
      const pixels = acts && effect === 'unchanged' ? differingPixels(before, await desktop.screenshot()) : undefined
      const call = {
        tool,
        wrong,
        fact,
        ms,
        text,
        tokens: encode(text).length,
        failed: result.isError === true,
        effect,
        pixels,
      }
      log(call, given)
      calls.push(call)
    }
    const failure = await Promise.resolve(task.judge(home)).then(() => undefined, String)
    return {
      program: task.program,
      done: failure === undefined,
      failure,
      calls: calls.map((call) => judged(call, home)),
    }
  } finally {
    await client.close().catch(() => {})
    await home.close()
    await session.stop()
  }
}

/** Whether what an answer said is what the file shows. */
function judged({ fact, ...call }, home) {
  const claims = !call.failed && ['verified', 'changed'].includes(call.effect)
  const moved = call.pixels !== undefined && call.pixels > 0
  if (fact === undefined) return { ...call, falseClaim: (call.wrong !== undefined && claims) || moved, untold: false }
  const { file, holds, told, text = (from, name) => from.text(name) } = fact
  const so = home.exists(file) && holds.test(text(home, file))
  return { ...call, falseClaim: (claims && !so) || moved, untold: so && !told.test(call.text) }
}
