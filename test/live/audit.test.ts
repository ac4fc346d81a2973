import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pictureOf } from '../../lib/cli/inspect/picture-of.js'
import type { App, Window } from '../../lib/sdk/index.js'
import { audit } from '../../lib/test/audit/audit.js'
import { activeWindow, tryTabOrder } from '../../lib/test/audit/tries/tab-order.js'
import { tryProgram } from '../../lib/test/audit/tries/tries.js'
import { SWING } from '../fleet/swing.js'
import { LONG, onDemand } from '../long.js'
import { PATIENCE } from '../patience.js'
import { headless, type Place, settled } from './support/settled.js'
import { openPage } from './support/web.js'

// Each program has one element for each seeded fault, and a clean twin in which the audit finds nothing.

const FIXTURES = join(import.meta.dirname, '..', 'fixtures')
const NAMES = ['control-name', 'hint-only', 'name-text', 'name-text', 'name-text', 'name-text']
const FIELDS = ['field-label', 'field-label', 'field-label', 'field-label', 'same-name']
// A pair of small targets is two findings.
const TARGETS = ['target-size', 'target-size']
const FAINT = ['contrast', 'contrast']

const SEEDED: Record<string, string[]> = {
  audit_gtk3: [
    ...[...NAMES, ...FIELDS, ...TARGETS, ...FAINT],
    ...['image-text', 'table-headers', 'states-agree', 'role-known', 'in-window', 'window-title'],
  ],
  audit_gtk4: [...NAMES, ...FIELDS, ...FAINT, 'image-text', 'role-known', 'window-title', 'value-range'],
  audit_qt: [...NAMES, ...FIELDS, ...TARGETS, ...FAINT, 'table-headers', 'role-known', 'window-title'],
  AuditForm: [
    ...['control-name', 'hint-only', 'name-text', 'name-text', 'name-text', ...FIELDS.slice(1), ...TARGETS, ...FAINT],
  ],
  'audit-page': [
    ...['control-name', 'control-name', 'name-text', 'name-text', 'name-text', ...FIELDS, ...TARGETS, ...FAINT],
    ...['image-text', 'table-headers', 'states-agree', 'role-known'],
  ],
}

function started({ session, desktop }: Place, fixture: string, kind: string): Promise<App> {
  if (fixture === 'AuditForm') {
    const args = [join(FIXTURES, 'apps', 'AuditForm.java'), kind]
    return desktop.launch({ command: 'java', args, env: SWING }, { timeout: 60_000 })
  }
  if (fixture !== 'audit-page') {
    return desktop.launch({ command: '/usr/bin/python3', args: [join(FIXTURES, 'apps', `${fixture}.py`), kind] })
  }
  return openPage(desktop, join(session.directory, 'chromium'), `file://${join(FIXTURES, 'audit-page.html')}#${kind}`)
}

/** Contrast is judged in the window in front. Which of two a busy sway shows last is not said; Chromium's comes there some time after it shows. */
async function described({ desktop }: Place, app: App): Promise<string[]> {
  await settled(app, 30)
  const windows = await Promise.all(
    (await app.windows()).map(async (window) => [window, await heightOf(window)] as const),
  )
  const [[highest] = []] = windows.sort(([, one], [, other]) => other - one)
  await highest?.activate()
  const snapshot = await settled(app, 30)
  const { findings } = audit(snapshot, { picture: await pictureOf(desktop, app, PATIENCE) })
  return findings.map(({ rule, path, seen }) => `${rule} ${path}: ${seen}`)
}

async function heightOf(window: Window): Promise<number> {
  return (await window.boundingBox())?.height ?? 0
}

test.each(Object.entries(SEEDED))('%s: every seeded fault is found, and no other', async (fixture, seeded) => {
  await using place = await headless()
  const found = await described(place, await started(place, fixture, 'faulty'))
  expect(found.map((line) => line.split(' ')[0]).sort(), found.join('\n')).toEqual([...seeded].sort())
})

test.each(Object.keys(SEEDED))('%s: nothing is found in the clean twin', async (fixture) => {
  await using place = await headless()
  expect(await described(place, await started(place, fixture, 'clean'))).toEqual([])
})

test.each<[string, string[]]>([
  ...onDemand<[string, string[]]>(['clean', []]),
  ['faulty', ['button "Never reached"']],
  ['trap', ['table "Prices"']],
])('Tab through the %s form of Qt finds %j', async (kind, expected) => {
  await using place = await headless()
  const app = await started(place, 'audit_qt', kind)
  await settled(app, 30)
  const { findings, order } = await tryTabOrder(app, await activeWindow(place.desktop, app))
  expect(findings.map(({ path }) => path.split(' > ').at(-1))).toEqual(expected)
  expect(order).toContain('button "Edit"')
})

// Pressed in the window alone: in a browser's own tool bar they would be tried, too.
const PAGE = (kind: string) => `--app=file://${join(FIXTURES, 'audit-page.html')}#${kind}`

test.each<[string, string[]]>([
  ...onDemand<[string, string[]]>(['clean', []]),
  [
    'faulty',
    [
      'focus-shows button "Print"',
      'keys-act checkbox "Express"',
      'read-back checkbox "As a gift"',
      'read-back slider "Size"',
    ],
  ],
])('the keys of the %s page find %j, and leave each value as it was', async (kind, expected) => {
  await using place = await headless()
  const { session, desktop } = place
  const app = await openPage(desktop, join(session.directory, 'chromium'), PAGE(kind))
  await settled(app, 30)
  const values = async () => (await app.snapshot()).findAll('editable:true|protected:false').map(({ value }) => value)
  const before = await values()
  const { findings, notRestored, incomplete } = await tryProgram(desktop, app)
  const found = findings.filter(({ rule }) => rule !== 'tab-order')
  expect(found.map(({ rule, path }) => `${rule} ${path.split(' > ').at(-1)}`).sort()).toEqual(expected)
  expect({ notRestored, incomplete }).toEqual({ notRestored: [], incomplete: undefined })
  expect(await values()).toEqual(before)
})

test.runIf(LONG)(
  'the keys of the faulty form of Swing find a focus that does not show and a state that is not announced',
  async () => {
    await using place = await headless()
    const app = await started(place, 'AuditForm', 'faulty')
    await settled(app, 30)
    const { findings } = await tryProgram(place.desktop, app)
    const found = findings.map(({ rule, path }) => `${rule} ${path.split(' > ').at(-1)}`)
    expect(found.sort()).toEqual([
      'announced checkbox "As a gift"',
      'focus-shows button "Print"',
      'focus-shows button "Send the order"',
    ])
  },
)

test.each(['audit_gtk3', ...onDemand('audit_gtk4', 'AuditForm')])(
  '%s: the keys find nothing in the clean twin',
  async (fixture) => {
    await using place = await headless()
    const app = await started(place, fixture, 'clean')
    await settled(app, 30)
    const { findings, notRestored, incomplete } = await tryProgram(place.desktop, app)
    expect(findings.map(({ rule, path }) => `${rule} ${path}`)).toEqual([])
    expect({ notRestored, incomplete }).toEqual({ notRestored: [], incomplete: undefined })
  },
)
