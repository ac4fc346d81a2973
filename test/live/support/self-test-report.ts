import { homedir, hostname, userInfo } from 'node:os'
import { expect } from 'vitest'
import type { Report } from '../../../lib/cli/self-test/report.js'

/** A report of the self-test names neither the user nor the machine, nor anything of `others`: another program, folders. */
export function expectPrivate(report: string, others: readonly string[]): void {
  const names = [homedir(), userInfo().username, hostname(), ...others]
  const isWord = (name: string) =>
    new RegExp(`(?<![a-z0-9])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![a-z0-9])`, 'i')
  expect(names.filter((name) => isWord(name).test(report))).toEqual([])
}

export const failures = ({ checks }: Report) => checks.filter(({ result }) => result !== 'passed')
