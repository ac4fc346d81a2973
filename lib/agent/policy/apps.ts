import { basename } from 'node:path'
import type { Outgoing } from '../../sdk/action/hooks.js'
import type { Judgement } from './judgement.js'

/** Which applications may be used, by their ids, executables or untranslated names. */
export interface Apps {
  /** Given, no other may. */
  allow?: readonly string[]
  deny?: readonly string[]
}

/** What is about an application that may not be used. */
export function judgeApp({ app, payload }: Outgoing, { allow, deny = [] }: Apps): Judgement[] {
  const refused = (reason: string): Judgement[] => [{ outcome: 'deny', rule: 'apps', reason }]
  const started = payload.kind === 'launch' ? [payload.command] : []
  const names = app === undefined ? started : [app.id, app.executable, app.name]
  const known = names.map(plain).filter((name) => name !== '')
  const among = (list: readonly string[]) => list.some((name) => known.includes(plain(name)))
  if (among(deny)) return refused('the application is one of those that may not be used')
  if (allow === undefined || among(allow)) return []
  // The clipboard belongs to no application; keys for the focus may reach any of them.
  if (payload.kind === 'clipboard') return []
  return refused(
    known.length === 0
      ? 'it is not known which application would get it, and only some may be used'
      : 'the application is not one of those that may be used',
  )
}

function plain(name: string): string {
  return basename(name.replaceAll('\\', '/'))
    .replace(/\.(?:exe|desktop|app)$/i, '')
    .toLowerCase()
}
