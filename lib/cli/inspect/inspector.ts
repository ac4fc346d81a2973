import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from '../../sdk/app.js'
import type { Desktop } from '../../sdk/desktop.js'
import { Recorder, type RecorderOptions } from '../codegen/recorder.js'
import { LiveApp } from './live-app.js'
import { type Answer, type PageFiles, PageServer } from './page-server.js'
import { BOUNDS_HEADER } from './protocol.js'
import { answered } from './questions.js'

/** A page about a running application. */
export interface Inspector {
  /** Its holder can see and drive the application. */
  readonly url: string
  /** The application goes on running. */
  close(): Promise<void>
}

/** Of the command `codegen`. */
export type RecordOptions = Omit<RecorderOptions, 'setup'>

interface InspectorOptions {
  port?: number | undefined
  /** What the page runs and looks like, where that is not built yet. */
  files?: PageFiles | undefined
  /** In recording mode. */
  recording?: RecorderOptions | undefined
}

/** Serves the page about an application. */
export async function inspectorOf(
  desktop: Desktop,
  app: App,
  { port = 0, files, recording }: InspectorOptions = {},
): Promise<Inspector> {
  const live = new LiveApp(desktop, app)
  const recorder = recording && new Recorder(live, recording)
  // A person sits at a real desktop, and uses the program itself.
  if (recording?.setup.desktop.kind === 'real') await recorder?.watch()
  const server = await PageServer.start(
    {
      title: app.name || app.executable,
      mode: recorder === undefined ? 'inspect' : 'codegen',
      files: files ?? (await builtFiles()),
      resource: (name) => resourceOf(live, name),
      question: (name, asked) => recorder?.answered(name, asked) ?? answered(live, name, asked),
      onLook: (tell) => live.look(tell),
    },
    port,
  )
  return {
    url: server.url,
    async close() {
      recorder?.end()
      live.end()
      await server.close()
    },
  }
}

async function resourceOf(live: LiveApp, name: string): Promise<Answer | undefined> {
  if (name === 'tree') return { type: 'application/json', body: await live.treeText() }
  const { picture } = live
  if (name !== 'picture' || picture === undefined) return undefined
  const { png, bounds } = picture
  return { type: 'image/png', body: png, headers: { [BOUNDS_HEADER]: JSON.stringify(bounds) } }
}

// Both formats lie in one folder, as the chunks do that they share.
async function builtFiles(): Promise<PageFiles> {
  const folder = dirname(fileURLToPath(import.meta.url))
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const [script, style] = await Promise.all([read('inspect-page.js'), read('inspect-page.css')])
  return { script, style }
}
