/** The screens whose cost in tokens is measured, as these programs show them after their start, and a step on each. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { page, spreadsheet, textDocument } from '../../test/fixtures/documents.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'surehand-tokens-'))
const write = (name, text) => {
  const path = join(scratch, name)
  writeFileSync(path, text)
  return path
}

const office = (file) => ({
  command: 'soffice',
  args: [
    '--norestore',
    '--nologo',
    '--nofirststartwizard',
    `-env:UserInstallation=file://${join(scratch, 'office')}`,
    file,
  ],
})

const chromium = (name, rows) => ({
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
    `--user-data-dir=${join(scratch, name)}`,
    `file://${write(`${name}.html`, page(rows))}`,
  ],
})

/**
 * @typedef {object} Screen
 * @property {string} name what the table calls it
 * @property {string} command
 * @property {string[]} [args]
 * @property {string} selector what is pressed; it is waited for first
 */

/** @type {() => Screen[]} */
export const screens = () => [
  {
    name: 'GTK 3: Mousepad',
    command: 'mousepad',
    args: ['--disable-server', write('letter.txt', 'Dear Mr Babbage,\n')],
    selector: 'role:menu|name:Edit',
  },
  { name: 'GTK 3: galculator', command: 'galculator', selector: 'role:button|name:"7"' },
  {
    name: 'GTK 3: gtk3-widget-factory',
    command: 'gtk3-widget-factory',
    selector: 'role:button|name:togglebutton|first',
  },
  { name: 'GTK 4: GNOME Calculator', command: 'gnome-calculator', selector: 'role:button|name:/^(7 )?7$/' },
  {
    name: 'GTK 4: gtk4-widget-factory',
    command: 'gtk4-widget-factory',
    selector: 'role:button|name:togglebutton|first',
  },
  {
    name: 'Qt 6: Designer',
    command: '/usr/lib/qt6/bin/designer',
    selector: 'role:button|name:Create',
  },
  { name: 'Qt 5: KCalc', command: 'kcalc', selector: 'role:button|name:"7"' },
  {
    name: 'LibreOffice Writer',
    ...office(write('chapters.fodt', textDocument(40))),
    selector: 'role:button|name:Bold|first',
  },
  {
    name: 'LibreOffice Calc',
    ...office(write('sums.fods', spreadsheet(20))),
    selector: 'role:button|name:Bold|first',
  },
  { name: 'Chromium: page of 40 orders', ...chromium('orders', 40), selector: 'role:button|name:"Edit 3"' },
  { name: 'Chromium: page of 1,250 orders', ...chromium('many', 1250), selector: 'role:button|name:"Edit 3"' },
  {
    name: 'Firefox: page of 40 orders',
    command: 'firefox-esr',
    args: [
      '--no-remote',
      '--profile',
      mkdtempSync(join(scratch, 'firefox-')),
      `file://${write('orders-firefox.html', page(40))}`,
    ],
    selector: 'role:button|name:"Edit 3"',
  },
]
