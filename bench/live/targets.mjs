/**
 * The applications that the benchmark reads: one for each toolkit, started in a private headless session.
 * Each has a button that every reader can be asked to find.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { page, textDocument } from '../../test/fixtures/documents.mjs'

const fixture = (name) => fileURLToPath(new URL(`../../test/fixtures/${name}`, import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'surehand-bench-'))
const write = (name, text) => {
  const path = join(scratch, name)
  writeFileSync(path, text)
  return path
}

/**
 * @typedef {object} BenchTarget
 * @property {string} name what the table calls it
 * @property {string} command
 * @property {string[]} args
 * @property {number} atLeast nodes that must be there before measuring begins
 * @property {{role: string, atspiRole: string, name: string}} button
 * @property {boolean} cached whether the toolkit offers cached items
 * @property {boolean} [twoCalls] whether two calls read all of it (atk-bridge), see floor.mjs
 * @property {number} [more] times the rounds, where one takes no more than seconds and a median of few is chance
 * @property {{lite: number, full: number, showing?: number}} goal times libatspi's C walker
 */

/** @type {() => BenchTarget[]} */
export const targets = () => [
  {
    name: 'GTK 3 (gtk3-widget-factory)',
    command: 'gtk3-widget-factory',
    args: [],
    atLeast: 200,
    button: { role: 'button', atspiRole: 'push button', name: 'Menu' },
    cached: true,
    twoCalls: true,
    more: 3,
    goal: { lite: 30, full: 27 },
  },
  {
    name: 'GTK 3 (window of 1,000 nodes)',
    command: '/usr/bin/python3',
    args: [fixture('apps/many_widgets_gtk3.py'), '335'],
    atLeast: 1000,
    button: { role: 'button', atspiRole: 'push button', name: 'Press 300' },
    cached: true,
    twoCalls: true,
    more: 3,
    goal: { lite: 30, full: 27 },
  },
  {
    name: 'GTK 3 (mousepad)',
    command: 'mousepad',
    args: ['--disable-server', write('notes.txt', 'Some text.\n')],
    atLeast: 300,
    button: { role: 'button', atspiRole: 'push button', name: 'Fullscreen' },
    cached: true,
    twoCalls: true,
    more: 3,
    goal: { lite: 30, full: 27 },
  },
  {
    name: 'GTK 3 (gedit)',
    command: 'gedit',
    args: ['--standalone', write('letter.txt', 'Some text.\n')],
    atLeast: 500,
    button: { role: 'button', atspiRole: 'push button', name: 'Documents' },
    cached: true,
    twoCalls: true,
    more: 3,
    goal: { lite: 30, full: 27 },
  },
  {
    name: 'GTK 4 (gtk4-widget-factory)',
    command: 'gtk4-widget-factory',
    args: [],
    atLeast: 800,
    button: { role: 'button', atspiRole: 'push button', name: 'Undo' },
    cached: true,
    goal: { lite: 15, full: 12 },
  },
  {
    name: 'Qt 6 (PyQt6, 8,000 widgets)',
    command: '/usr/bin/python3',
    args: [fixture('apps/many_widgets_qt.py'), '6', '1000'],
    atLeast: 8000,
    button: { role: 'button', atspiRole: 'push button', name: 'Press 0-900' },
    cached: false,
    goal: { lite: 4, full: 4, showing: 10 },
  },
  {
    name: 'LibreOffice Writer',
    command: 'soffice',
    args: [
      '--norestore',
      '--nologo',
      '--nofirststartwizard',
      `-env:UserInstallation=file://${join(scratch, 'office')}`,
      write('chapters.fodt', textDocument(600)),
    ],
    atLeast: 1500,
    button: { role: 'button', atspiRole: 'push button', name: 'Close' },
    cached: true,
    twoCalls: true,
    goal: { lite: 12, full: 14 },
  },
  {
    name: 'Chromium (page of 10,000 nodes)',
    command: 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--force-renderer-accessibility',
      `--user-data-dir=${join(scratch, 'chromium')}`,
      `file://${write('orders.html', page(1250))}`,
    ],
    atLeast: 10000,
    button: { role: 'button', atspiRole: 'push button', name: 'Edit 900' },
    cached: true,
    twoCalls: true,
    goal: { lite: 28, full: 14, showing: 55 },
  },
  {
    name: 'Firefox (page of 10,000 nodes)',
    command: 'firefox-esr',
    args: [
      '--no-remote',
      '--profile',
      mkdtempSync(join(scratch, 'firefox-')),
      `file://${write('orders-firefox.html', page(1700))}`,
    ],
    atLeast: 10000,
    button: { role: 'button', atspiRole: 'push button', name: 'Edit 900' },
    cached: true,
    twoCalls: true,
    goal: { lite: 35, full: 18 },
  },
]
