import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a page runs and looks like, bundled by `scripts/build-viewer.mjs`. */
export interface Viewer {
  script: string
  style: string
}

/** What a page shows, in an element of its own. `href`: where the rest of it is, for a link. */
export interface PageData {
  id: string
  type: string
  text: string
  href?: string
}

/**
 * One HTML file that works from a disk: it asks for nothing else, and its policy forbids it to. The script finds the data by its id. `plays`:
 * whether there is a video in the data.
 */
export function standalonePage(
  title: string,
  { script, style }: Viewer,
  data: readonly PageData[],
  { plays = false } = {},
): string {
  // A string of the script that ended the element would end it.
  const code = script.replaceAll('</script', '<\\/script')
  const allowed = `default-src 'none'; script-src ${hashed(code)}; style-src ${hashed(style)}; img-src blob:;${plays ? ' media-src blob:;' : ''} base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${allowed}">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
${data.map(dataElement).join('\n')}
<script>${code}</script>
</body>
</html>
`
}

function dataElement({ id, type, text, href }: PageData): string {
  const more = href === undefined ? '' : ` data-href="${escaped(href)}"`
  return `<script type="${type}" id="${id}"${more}>${text}</script>`
}

/** The bundle of that name, beside the code that runs: both formats lie in one folder, as the chunks do that they share. */
export async function builtViewer(name: 'trace-viewer' | 'audit-page'): Promise<Viewer> {
  const folder = dirname(fileURLToPath(import.meta.url))
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  const [script, style] = await Promise.all([read(`${name}.js`), read(`${name}.css`)])
  return { script, style }
}

function hashed(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** As text or an attribute of HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
