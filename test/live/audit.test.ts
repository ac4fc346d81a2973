import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from '../../lib/sdk/index.js'
import { audit } from '../../lib/test/audit/audit.js'
import { tryTabOrder } from '../../lib/test/audit/tab-order.js'
import { headless, type Place, settled } from './support/settled.js'
import { openPage } from './support/web.js'

// Each program has one element for each seeded fault, and a clean twin in which the audit finds nothing.

const FIXTURES = join(import.meta.dirname, '..', 'fixtures')
const NAMES = ['control-name', 'hint-only', 'name-text', 'name-text', 'name-text', 'name-text']
const FIELDS = ['field-label', 'field-label', 'field-label', 'field-label', 'same-name']
// A pair of small targets is two findings.
const TARGETS = ['target-size', 'target-size']

const SEEDED: Record<string, string[]> = {
  audit_gtk3: [
    ...[...NAMES, ...FIELDS, ...TARGETS],
    ...['image-text', 'table-headers', 'states-agree', 'role-known', 'in-window', 'window-title'],
  ],
  audit_gtk4: [...NAMES, ...FIELDS, 'image-text', 'role-known', 'window-title', 'value-range'],
  audit_qt: [...NAMES, ...FIELDS, ...TARGETS, 'table-headers', 'role-known', 'window-title'],
  'audit-page': [
    ...['control-name', 'control-name', 'name-text', 'name-text', 'name-text', ...FIELDS, ...TARGETS],
    ...['image-text', 'table-headers', 'states-agree', 'role-known'],
  ],
}

function started({ session, desktop }: Place, fixture: string, kind: string): Promise<App> {
  if (fixture !== 'audit-page') {
    return desktop.launch({ command: '/usr/bin/python3', args: [join(FIXTURES, 'apps', `${fixture}.py`), kind] })
  }
  return openPage(desktop, join(session.directory, 'chromium'), `file://${join(FIXTURES, 'audit-page.html')}#${kind}`)
}

const described = async (app: App) =>
  audit(await settled(app, 30)).findings.map(({ rule, path, seen }) => `${rule} ${path}: ${seen}`)

test.each(Object.entries(SEEDED))('%s: every seeded fault is found, and no other', async (fixture, seeded) => {
  await using place = await headless()
  const found = await described(await started(place, fixture, 'faulty'))
  expect(found.map((line) => line.split(' ')[0]).sort(), found.join('\n')).toEqual([...seeded].sort())
})

test.each(Object.keys(SEEDED))('%s: nothing is found in the clean twin', async (fixture) => {
  await using place = await headless()
  expect(await described(await started(place, fixture, 'clean'))).toEqual([])
})

test.each<[string, string[]]>([
  ['clean', []],
  ['faulty', ['button "Never reached"']],
  ['trap', ['table "Prices"']],
])('Tab through the %s form of Qt finds %j', async (kind, expected) => {
  await using place = await headless()
  const app = await started(place, 'audit_qt', kind)
  await settled(app, 30)
  const { findings, order } = await tryTabOrder(place.desktop, app)
  expect(findings.map(({ path }) => path.split(' > ').at(-1))).toEqual(expected)
  expect(order).toContain('button "Edit"')
})
