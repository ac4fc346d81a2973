import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assignment, healthCheck, instructions } from '../../scripts/container/containerfile.mjs'

/** What `npm run test:container` carries out is what the Containerfile says. */

const file = join(import.meta.dirname, '..', '..', 'container', 'Containerfile')

test('of container/Containerfile all instructions are known', () => {
  const found = instructions(readFileSync(file, 'utf8'))
  expect(found.map(({ instruction }) => instruction)).toContain('HEALTHCHECK')
  const [check] = found.filter(({ instruction }) => instruction === 'HEALTHCHECK').map(healthCheck)
  expect(check).toMatchObject({ interval: 10_000, timeout: 5000, startPeriod: 20_000, retries: 3 })
})

test('lines are joined, and comments between them left out', () => {
  const [, run] = instructions('FROM a\nRUN one \\\n# why\n  && two\n')
  expect(run).toEqual({ instruction: 'RUN', text: 'one && two', line: 2 })
})

test.each([
  ['FROM a\nVOLUME /data\n', 'Line 2: VOLUME is not known here'],
  ['RUN one\n', 'The first instruction is not FROM'],
  ['FROM a\nRUN one \\\n', 'Line 2: the file ends within an instruction'],
])('%j is refused', (source, why) => {
  expect(() => instructions(source)).toThrow(why)
})

test.each(['--start-interval=1s CMD ["a"]', '--timeout=5 CMD ["a"]', 'NONE', 'CMD a'])(
  'HEALTHCHECK %s is refused',
  (text) => {
    expect(() => healthCheck({ instruction: 'HEALTHCHECK', text, line: 3 })).toThrow('Line 3: ')
  },
)

test('an assignment of two variables is refused, and one of a quoted text is read', () => {
  const arg = (text: string) => assignment({ instruction: 'ARG', text, line: 3 })
  expect(arg('PROGRAMS="gedit dia"')).toEqual(['PROGRAMS', 'gedit dia'])
  expect(arg('PACKAGE')).toEqual(['PACKAGE', undefined])
  expect(() => arg('A=1 B=2')).toThrow('Line 3: ARG A=1 B=2 is not NAME=value.')
})
