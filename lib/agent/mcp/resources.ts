import type { Registry } from '../index.js'
import { getApplicationsAndWindowsList } from '../tools/see/get-applications-and-windows-list.js'
import { getWindowTree } from '../tools/see/get-window-tree.js'
import { OPTIONS, OPTIONS_PAGE, RESULTS, resultsOf } from './reference.js'

const APPS = 'surehand://apps'
const TREE = /^surehand:\/\/apps\/(\d+)\/tree$/

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'surehand://apps/{pid}/tree',
    name: 'tree',
    title: 'The tree of an application',
    description: 'What an application shows, as an outline.',
    mimeType: 'text/plain',
  },
]

const LIST = { uri: APPS, name: 'apps', title: 'Applications and their windows', mimeType: 'text/plain' }

/** What there is to read: the applications, the tree of each, and the reference. */
export async function listResources(registry: Registry) {
  const apps = await (await registry.desktop()).apps()
  const trees = apps.map((app) => ({
    uri: `${APPS}/${app.pid}/tree`,
    name: `tree of ${app} (pid ${app.pid})`,
    mimeType: 'text/plain',
  }))
  return [LIST, ...trees, RESULTS, OPTIONS]
}

export interface ReadResource {
  mimeType: string
  text: string
}

/** `undefined` where there is none of that address. What tools read is read by them. */
export async function readResource(
  registry: Registry,
  uri: string,
  signal: AbortSignal,
): Promise<ReadResource | undefined> {
  if (uri === RESULTS.uri) return { mimeType: RESULTS.mimeType, text: resultsOf(registry) }
  if (uri === OPTIONS.uri) return { mimeType: OPTIONS.mimeType, text: OPTIONS_PAGE }
  const pid = TREE.exec(uri)?.[1]
  const asked =
    uri === APPS
      ? registry.underlying(getApplicationsAndWindowsList, 'see').run({}, { signal })
      : pid === undefined
        ? undefined
        : registry.underlying(getWindowTree, 'see').run({ process: Number(pid) }, { signal })
  const result = await asked
  const text = result?.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return text === undefined ? undefined : { mimeType: LIST.mimeType, text }
}
