import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { entriesOf } from './read.js'
import { builtViewer, standalonePage, type Viewer } from './standalone-page.js'

/** The page that shows a trace: one HTML file, which asks for nothing else and may not. INVALID_ARGUMENT for what is no trace. */
export async function pageOf(path: string, viewer?: Viewer): Promise<string> {
  const file = await readFile(path)
  const [header] = await entriesOf(path, file)
  const title = header?.type === 'trace' ? header.title : basename(path)
  const data = { id: 'trace', type: 'application/octet-stream', text: file.toString('base64') }
  return standalonePage(`${title} – trace`, viewer ?? (await builtViewer('trace-viewer')), data)
}
