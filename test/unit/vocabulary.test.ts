import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error a build script without types
import { generated } from '../../scripts/generate-vocabulary.mjs'

test.each(Object.entries(generated() as Record<string, string>))('%s is what vocabulary.json says', (path, text) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), 'run `npm run generate`').toBe(text)
})
