import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { videoOf } from './page-video.js'
import { entriesOf } from './read.js'
import { builtViewer, type PageData, standalonePage, type Viewer } from './standalone-page.js'

const TYPE = 'application/octet-stream'

/**
 * The page that shows a trace, to be written to `page`: one HTML file, which asks for nothing else and may not. INVALID_ARGUMENT for what is
 * no trace.
 */
export async function pageOf(path: string, viewer?: Viewer, page = `${path}.html`): Promise<string> {
  const file = await readFile(path)
  const entries = await entriesOf(path, file)
  const [header] = entries
  const title = header?.type === 'trace' ? header.title : basename(path)
  const data: PageData[] = [{ id: 'trace', type: TYPE, text: file.toString('base64') }]
  const video = await videoOf(path, entries, page)
  const isEmbedded = video !== undefined && 'base64' in video
  if (isEmbedded) data.push({ id: 'video', type: TYPE, text: video.base64 })
  else if (video !== undefined) data.push({ id: 'video', type: TYPE, text: '', href: video.href })
  return standalonePage(`${title} – trace`, viewer ?? (await builtViewer('trace-viewer')), data, { plays: isEmbedded })
}
