import { expect, test } from 'vitest'
import { notesOf, unfinished } from '../../scripts/release/changelog.mjs'

const CHANGELOG = `# Changelog

All changes.

## [0.2.0] - 2026-12-01

- Locators: \`drag\`.

## [0.1.0] - 2026-11-01

The first version.
`

test('a version is released when the changelog begins with it and its date', () => {
  expect(unfinished(CHANGELOG, '0.2.0')).toBeUndefined()
  expect(unfinished(CHANGELOG, '0.3.0')).toBe('CHANGELOG.md begins with 0.2.0, and package.json says 0.3.0.')
  expect(unfinished(CHANGELOG.replace('2026-12-01', 'unreleased'), '0.2.0')).toBe(
    'CHANGELOG.md gives 0.2.0 no date: "unreleased".',
  )
})

test('the notes of a release are its part of the changelog', () => {
  expect(notesOf(CHANGELOG, '0.2.0')).toBe('- Locators: `drag`.\n')
  expect(notesOf(CHANGELOG, '0.1.0')).toBe('The first version.\n')
})
