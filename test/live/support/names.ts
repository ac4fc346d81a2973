import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'
import { PATIENCE } from '../../patience.js'

/** Returns when a program has that name on the session bus. */
export function waitForName(name: string, environment: Readonly<Record<string, string | undefined>>): void {
  const wait = ['wait', '--session', '--timeout', `${PATIENCE / 1000}`, name]
  expect(spawnSync('gdbus', wait, { env: { ...environment } }).status).toBe(0)
}
