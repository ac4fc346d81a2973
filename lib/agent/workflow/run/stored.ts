import type { Value } from '../file/expression.js'

// What a script's answer has besides what it is about.
const OWN = new Set(['status', 'error', 'logs', 'duration_ms', 'set_env', 'env', 'stdout', 'stderr', 'exit_status'])
// Theirs go into the environment without being told to, as in Terminator.
const SCRIPTS = new Set(['run_command', 'execute_browser_script'])

/** What a script returned is what its step came to, beside what it wrote. */
export function returned(tool: string, data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return SCRIPTS.has(tool) ? { ...named(data.result), ...data } : data
}

/** What the result of a step that is no read adds to the environment. */
export function storedBy(tool: string, data: Readonly<Record<string, unknown>>): Readonly<Record<string, Value>> {
  const merged = SCRIPTS.has(tool) ? Object.entries(data).filter(([name]) => !OWN.has(name)) : []
  return { ...Object.fromEntries(merged), ...named(data.env), ...named(data.set_env) } as Readonly<
    Record<string, Value>
  >
}

function named(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
