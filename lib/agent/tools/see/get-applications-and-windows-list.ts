import type { App } from '../../../sdk/app.js'
import { isSurehandError } from '../../../sdk/errors.js'
import { quoted } from '../../../sdk/tree/quoted.js'
import { Deadline } from '../../deadline.js'
import { processOption, timeoutOption } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { appOf } from '../../target.js'
import { READS, tool } from '../../tool.js'

export const getApplicationsAndWindowsList = tool({
  name: 'get_applications_and_windows_list',
  title: 'List applications and their windows',
  description: 'What is running and shows itself to accessibility: names, pids, windows. `process` for one of them.',
  inputSchema: input({ ...processOption, ...timeoutOption }),
  outputSchema: resultSchema({ applications: { type: 'array', items: { type: 'object' } } }),
  annotations: READS,
  run: async ({ process, timeout_ms }, session, call) => {
    const deadline = Deadline.of(timeout_ms, session.timeout)
    const { signal } = call
    const apps =
      process === undefined
        ? await session.desktop.apps({ timeout: deadline.remaining, signal })
        : [await appOf(session.desktop, process, deadline, call)]
    // One that does not answer costs the others nothing.
    const applications = await Promise.all(apps.map((app) => entryOf(app, deadline, signal)))
    const lines = applications.map(({ process, pid, name, windows, problem }) => {
      const shown = windows.map(({ title, active }) => `\n  ${quoted(title)}${active ? ' (active)' : ''}`)
      return `${process} (pid ${pid}): ${name}${problem === undefined ? '' : ` [${problem}]`}${shown.join('')}`
    })
    return { text: `${applications.length} applications.`, shown: lines.join('\n'), data: { applications } }
  },
})

interface Entry {
  name: string
  process: string
  id: string
  pid: number
  has_tree: boolean
  windows: { title: string; role: string; active: boolean }[]
  problem?: string
}

async function entryOf(app: App, deadline: Deadline, signal: AbortSignal): Promise<Entry> {
  const { name, executable, id, pid, hasTree } = app
  const entry = { name, process: executable, id, pid, has_tree: hasTree }
  const limits = () => ({ timeout: deadline.remaining, signal })
  try {
    const windows = await app.windows(limits())
    const shown = windows.map(async (window) => ({
      title: await window.title(limits()),
      role: window.role,
      active: await window.isActive(limits()),
    }))
    return { ...entry, windows: await Promise.all(shown) }
  } catch (error) {
    if (!isSurehandError(error) || error.code === 'ABORTED') throw error
    return { ...entry, windows: [], problem: error.code }
  }
}
