import { execFileSync } from 'node:child_process'
import { cpSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BareMachine } from './bare-machine.js'
import { build } from './packed.js'

/** The package on a machine that has Node, npm and the shell and `env` that npm runs scripts with, and nothing else: no compiler, no Python. */

let machine: BareMachine

beforeAll(() => {
  build()
  machine = new BareMachine()
  machine.putProgram(process.execPath, 'bin/node')
  machine.putProgram(realpathSync('/bin/sh'), 'bin/sh')
  // What the scripts of npm packages begin with.
  machine.putProgram(realpathSync('/usr/bin/env'), 'usr/bin/env')
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())))
  cpSync(npm, join(machine.path, 'npm'), { recursive: true })
})

afterAll(() => machine.remove())

test('it installs without a compiler and opens a desktop', async () => {
  const archives = machine.putPackages()
  const npm = ['node', '/npm/bin/npm-cli.js', 'install', '--offline', '--no-audit', '--no-fund']
  machine.run([...npm, ...Object.values(archives)])
  // The addon is the prebuilt one: there is no other.
  expect(() => machine.run(['sh', '-c', 'ls'])).toThrow()
  expect(await machine.firstButton('node')).toMatch(/^linux ./)
})
