import { expect, test } from 'vitest'
import { type AppQuery, appNotFound, checkAppQuery, matchingApps } from '../../lib/sdk/look/app-query.js'
import { PACE } from './pace.js'

const app = (pid: number, executable: string, id: string, name: string, otherNames: string[] = [], hasTree = true) => ({
  key: `:1.${pid}`,
  pid,
  executable,
  id,
  name,
  otherNames,
  toolkit: '',
  responsive: true,
  hasTree,
  pace: PACE,
})
const apps = [
  app(1, 'gnome-calculator', 'org.gnome.Calculator', 'Taschenrechner'),
  app(2, 'calculator', 'com.example.Other', 'gnome-calculator'),
  app(3, 'soffice.bin', 'libreoffice-writer', 'Writer'),
  app(4, 'soffice.bin', 'libreoffice-calc', 'Calc'),
]
const pids = (query: AppQuery) => matchingApps(checkAppQuery(query), apps).map((match) => match.pid)

test('the executable comes before the displayed name', () => {
  expect(pids('gnome-calculator')).toEqual([1])
})

test('then the id, then the displayed name', () => {
  expect(pids('org.gnome.calculator')).toEqual([1])
  expect(pids('org.gnome.Calculator.desktop')).toEqual([1])
  expect(pids('TASCHENRECHNER')).toEqual([1])
})

test('an untranslated name comes before a displayed one', () => {
  const desk = [
    app(1, 'a', '', 'Taschenrechner', ['Calculator']),
    app(2, 'b', '', 'Calculator'),
    app(3, 'c', '', 'Editor', ['Text Editor']),
  ]
  const found = (name: string) => matchingApps(checkAppQuery(name), desk).map((match) => match.pid)
  expect(found('calculator')).toEqual([1])
  expect(found('Taschenrechner')).toEqual([1])
  expect(found('Editor')).toEqual([3])
})

test('of several, those that have a tree', () => {
  const desk = [app(1, 'office', '', 'Splash', [], false), app(2, 'office', '', 'Office')]
  const found = (name: string) => matchingApps(checkAppQuery(name), desk).map((match) => match.pid)
  expect(found('office')).toEqual([2])
  expect(found('splash')).toEqual([1])
})

test('never a part of a name', () => {
  expect(pids('gnome')).toEqual([])
  expect(pids({ process: 'calc' })).toEqual([])
})

test('each kind looks only at its own field', () => {
  expect(pids({ process: 'Calculator' })).toEqual([2])
  expect(pids({ id: 'com.example.Other' })).toEqual([2])
  expect(pids({ process: 'Taschenrechner' })).toEqual([])
  expect(pids({ pid: 3 })).toEqual([3])
})

test('several are all given, for the caller to refuse', () => {
  expect(pids({ process: 'soffice.bin' })).toEqual([3, 4])
})

test('the error names every application there is', () => {
  const error = appNotFound(checkAppQuery('gedit'), apps)
  expect(error.code).toBe('APP_NOT_FOUND')
  for (const { executable } of apps) expect(error.message).toContain(executable)
  expect(error.details.candidates).toHaveLength(4)
})

test.each([
  [''],
  [' '],
  [5],
  [null],
  [{}],
  [{ pid: 0 }],
  [{ name: 'a', pid: 1 }],
  [{ nmae: 'a' }],
  [{ name: undefined }],
])('%j is refused', (query) => {
  expect(() => checkAppQuery(query as AppQuery)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})

test('what matches nothing is said as it was asked for', () => {
  const message = (query: AppQuery) => appNotFound(checkAppQuery(query), []).message
  expect(message('xterm')).toBe('No application matches the name "xterm". No application is running.')
  expect(message({ pid: 7 })).toBe('No application matches the pid 7. No application is running.')
})
