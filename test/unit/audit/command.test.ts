import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { audit } from '../../../lib/cli/audit.js'
import type { World } from '../../../lib/sdk/index.js'

// The command over a simulated desktop: what it prints, writes and ends with.

const bounds = (x: number) => ({ x, y: 40, width: 60, height: 30 })
const worldOf = (...children: object[]): World =>
  ({
    applications: [
      {
        name: 'Orders',
        toolkit: 'Qt 6.4',
        windows: [
          { role: 'window', name: 'Order 17', active: true, bounds: { x: 0, y: 0, width: 400, height: 200 }, children },
        ],
      },
    ],
  }) as World

const save = { role: 'button', name: 'Save', bounds: bounds(0) }
const nameless = { role: 'button', bounds: bounds(70) }
const hinted = { role: 'button', description: 'Print', bounds: bounds(140) }

let folder: string
let printed: string[]
const file = (name: string) => join(folder, name)
const ran = async (world: World, options: object = {}) => {
  await writeFile(file('world.json'), JSON.stringify(world))
  printed = []
  return audit([], { world: file('world.json'), ...options })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-audit-'))
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

test('it prints each finding with its path, its selector and how to mend it in this toolkit', async () => {
  expect(await ran(worldOf(save, nameless))).toBe(false)
  expect(printed.join('\n').split('\n')).toEqual([
    expect.stringMatching(/^error control-name: A control has no name\. \(WCAG 2\.2, 4\.1\.2/),
    '  window "Order 17" > button',
    '    The button has neither a name nor a description.',
    expect.stringMatching(/^ {4}\S/),
    expect.stringMatching(/^ {2}How to mend it, Qt: .*setAccessibleName/),
    '',
    'Orders (Qt 6.4)',
    '1 error, 0 warnings; 4 elements judged, 0 hidden and not judged.',
    'Automatable: 1 of 2 controls are found by role and name alone.',
  ])
})

test('warnings alone end well', async () => {
  expect(await ran(worldOf(save, hinted))).toBe(true)
  expect(printed.join('\n')).toContain('warning hint-only')
})

test('what the baseline has is left out, as often as it has it', async () => {
  const baseline = file('known.json')
  expect(await ran(worldOf(save, nameless), { baseline, updateBaseline: true })).toBe(true)
  expect(JSON.parse(await readFile(baseline, 'utf8'))).toEqual({
    version: 1,
    findings: [{ rule: 'control-name', path: 'window > button', count: 1 }],
  })
  expect(await ran(worldOf(save, nameless), { baseline })).toBe(true)
  expect(printed.join('\n')).toContain('1 known and left out')

  const second = { ...nameless, bounds: bounds(210) }
  expect(await ran(worldOf(save, nameless, second), { baseline, json: true })).toBe(false)
  expect(JSON.parse(printed.join('\n'))).toMatchObject({ findings: [{ rule: 'control-name' }], known: 1, gone: 0 })

  expect(await ran(worldOf(save), { baseline })).toBe(true)
  expect(printed.join('\n')).toContain('1 of the baseline not found any more')
})

test('a baseline that is missing or is something else is refused', async () => {
  await expect(ran(worldOf(save), { baseline: file('none.json') })).rejects.toThrow(/is not there.*--update-baseline/)
  await writeFile(file('other.json'), '{"findings": 3}')
  await expect(ran(worldOf(save), { baseline: file('other.json') })).rejects.toThrow(/was not written by/)
  await expect(ran(worldOf(save), { updateBaseline: true })).rejects.toThrow(/give both/)
})

test('SARIF has a rule for each result, and where the element is', async () => {
  await ran(worldOf(save, nameless, hinted), { sarif: file('audit.sarif') })
  const { version, runs } = JSON.parse(await readFile(file('audit.sarif'), 'utf8'))
  expect(version).toBe('2.1.0')
  const [{ tool, results }] = runs
  expect(results.map(({ level }: { level: string }) => level)).toEqual(['error', 'warning'])
  for (const { ruleId, ruleIndex, locations, message } of results) {
    expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
    expect(locations[0].logicalLocations[0].fullyQualifiedName).toBe('window "Order 17" > button')
    expect(locations[0].physicalLocation.artifactLocation.uri).toBe('Orders')
    expect(message.text).toMatch(/^window "Order 17" > button: The button/)
  }
})

test('rules and a part of the program can be chosen', async () => {
  expect(await ran(worldOf(save, nameless), { without: ['control-name'] })).toBe(true)
  expect(await ran(worldOf(save, nameless), { rules: ['window-title'] })).toBe(true)
  expect(await ran(worldOf(save, nameless), { within: 'role:button|name:Save' })).toBe(true)
  await expect(ran(worldOf(save, nameless), { within: 'role:button' })).rejects.toThrow(/matches 2 elements/)
})
