import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findRole, roleAliases, roles } from '../../lib/sdk/selector/roles.js'
// @ts-expect-error a build script without types
import { generated } from '../../scripts/generate-roles.mjs'

test('the generated role files are what role_table.json says', () => {
  for (const [path, text] of Object.entries(generated() as Record<string, string>)) {
    expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), `${path}: run \`npm run generate\``).toBe(
      text,
    )
  }
})

test('every role and every alias is found', () => {
  for (const role of roles) expect(findRole(role)).toBe(role)
  for (const [name, role] of Object.entries(roleAliases)) expect(findRole(name)).toBe(role)
})

test('platform names mean the normalised role, whatever their case and joints', () => {
  expect(findRole('Edit')).toBe('textbox')
  expect(findRole('AXTextField')).toBe('textbox')
  expect(findRole('PUSH_BUTTON')).toBe('button')
  expect(findRole('check-box')).toBe('checkbox')
  expect(findRole('TabItem')).toBe('tab')
})

test('nothing unknown is taken for a role', () => {
  expect(findRole('butto')).toBeUndefined()
  expect(findRole('')).toBeUndefined()
  expect(findRole('constructor')).toBeUndefined()
  expect(findRole('__proto__')).toBeUndefined()
})
