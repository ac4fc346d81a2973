import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

interface Mutant {
  name: string
  file: string
  from: string
}

test.each(['windows', 'macos'])('what the mutants of %s change is in their files, once', (platform) => {
  const mutants: Mutant[] = JSON.parse(readFileSync(join(root, 'test', platform, 'mutants.json'), 'utf8'))
  const lost = mutants.filter(({ file, from }) => {
    const source = readFileSync(join(root, 'src-native', 'platform', platform, file), 'utf8')
    return source.split(from).length !== 2
  })
  expect(lost.map(({ name }) => name)).toEqual([])
})
