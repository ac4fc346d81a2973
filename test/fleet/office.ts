import type { LaunchOptions } from 'surehand'
import type { Home } from './home.js'

/** LibreOffice with one document, without its welcome. */
export function office(home: Home, file: string): LaunchOptions {
  const quiet = ['--norestore', '--nologo', '--nofirststartwizard']
  const profile = `-env:UserInstallation=file://${home.path('office')}`
  return { command: 'soffice', args: [...quiet, profile, home.path(file)], timeout: 90_000 }
}

const SPACES = [
  'office:1.0',
  'style:1.0',
  'text:1.0',
  'table:1.0',
  'drawing:1.0',
  'presentation:1.0',
  'svg-compatible:1.0',
  'xsl-fo-compatible:1.0',
]
const PREFIXES = ['office', 'style', 'text', 'table', 'draw', 'presentation', 'svg', 'fo']

/** A flat document: one file of XML that a judge can read. */
export function flat(kind: 'text' | 'spreadsheet' | 'presentation' | 'graphics', body: string): string {
  const spaces = PREFIXES.map(
    (prefix, index) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${SPACES[index]}"`,
  )
  const type = `office:mimetype="application/vnd.oasis.opendocument.${kind}"`
  const element = kind === 'graphics' ? 'drawing' : kind
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${spaces.join(' ')} office:version="1.3" ${type}>
<office:body><office:${element}>${body}</office:${element}></office:body></office:document>`
}
