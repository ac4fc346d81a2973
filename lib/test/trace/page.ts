import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PageVideo, videoOf } from './page-video.js'
import { entriesOf } from './read.js'

/** What the page runs and looks like: `lib/test/trace/viewer`, bundled. */
export interface Viewer {
  script: string
  style: string
}

/**
 * The page that shows a trace, to be written to `page`: one HTML file, which asks for nothing else and may not. INVALID_ARGUMENT for what is
 * no trace.
 */
export async function pageOf(path: string, viewer?: Viewer, page = `${path}.html`): Promise<string> {
  const file = await readFile(path)
  const entries = await entriesOf(path, file)
  const [header] = entries
  const video = await videoOf(path, entries, page)
  const title = header?.type === 'trace' ? header.title : basename(path)
  const { script, style } = viewer ?? (await builtViewer())
  // A string of the script that ended the element would end it.
  const code = script.replaceAll('</script', '<\\/script')
  const allowed = `default-src 'none'; script-src ${hashed(code)}; style-src ${hashed(style)}; img-src blob:;${video !== undefined && 'base64' in video ? ' media-src blob:;' : ''} base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${allowed}">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} – trace</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<script type="application/octet-stream" id="trace">${file.toString('base64')}</script>
${videoElement(video)}<script>${code}</script>
</body>
</html>
`
}

function videoElement(video: PageVideo | undefined): string {
  if (video === undefined) return ''
  const attributes = 'type="application/octet-stream" id="video"'
  return 'base64' in video
    ? `<script ${attributes}>${video.base64}</script>\n`
    : `<script ${attributes} data-href="${escaped(video.href)}"></script>\n`
}

// Both formats lie in one folder, as the chunks do that they share.
async function builtViewer(): Promise<Viewer> {
  const folder = dirname(fileURLToPath(import.meta.url))
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const [script, style] = await Promise.all([read('trace-viewer.js'), read('trace-viewer.css')])
  return { script, style }
}

function hashed(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
