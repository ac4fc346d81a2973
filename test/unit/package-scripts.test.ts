import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

test('npm runs no script before or after another: `prebuild` takes minutes', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const hooks = Object.keys(scripts).filter((name) => scripts[name.replace(/^(pre|post)/, '')] !== scripts[name])
  const isOff = /^ignore-scripts=true$/m.test(readFileSync(join(root, '.npmrc'), 'utf8'))
  expect(hooks.filter((name) => name.replace(/^(pre|post)/, '') in scripts && !isOff)).toEqual([])
})
