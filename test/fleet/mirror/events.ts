import { writeFileSync } from 'node:fs'
import type { App } from 'surehand'
import type { HeadlessSession } from 'surehand/headless'
import { type Announcements, announcements, Listener, merge, nameOf, type Signal, tableText } from './announced.js'
import { type FlatTree, flattened } from './flat.js'
import type { Random } from './random.js'
import type { Subject } from './subjects/subject.js'

/** Each kind of mutation some times, alone: what changed in the tree, and which signals came. */
export async function listen(
  session: HeadlessSession,
  app: App,
  subject: Subject,
  random: Random,
  times: number,
  file: string,
): Promise<void> {
  const { appKey } = (await app.snapshot()).native
  using listener = new Listener(session, appKey)
  await listener.start()
  const whole: Announcements = new Map()
  const texts: string[] = []
  let before = await still(app, subject)
  for (const mutation of subject.mutations) {
    const table: Announcements = new Map()
    const signals = new Map<string, number>()
    const said: string[] = []
    // Each kind begins with a page as it was made, where there is one.
    if (subject.mutations.includes('reload')) {
      await subject.mutate('reload', 0)
      await listener.quiet()
      before = await still(app, subject)
    }
    for (let time = 0; time < times; time++) {
      await listener.quiet()
      const first = listener.signals.length
      const answer = await subject.mutate(mutation, random.below(2 ** 31))
      if (answer.said === undefined) continue
      said.push(answer.said)
      await listener.quiet()
      const heard = listener.signals.slice(first)
      const after = await still(app, subject)
      merge(table, announcements(before, after, heard))
      for (const signal of heard) {
        const name = `${nameOf(signal)} about ${about(signal, before, after)}`
        signals.set(name, (signals.get(name) ?? 0) + 1)
      }
      before = after
    }
    const heard = [...signals].sort(([, a], [, b]) => b - a).map(([name, count]) => `    ${name} ×${count}`)
    const shown = heard.length > 40 ? [...heard.slice(0, 40), `    … and ${heard.length - 40} more kinds`] : heard
    texts.push(
      `${tableText(`== ${mutation} (${said.length} times; ${said.slice(0, 2).join('; ').slice(0, 160)})`, table)}\n  signals:\n${shown.join('\n')}`,
    )
    if (!MANY.includes(mutation))
      for (const [what, how] of table)
        for (const [how_, times_] of how) merge(whole, new Map([[what, new Map([[brief(how_), times_]])]]))
    writeFileSync(file, `${tableText('== every mutation: field, announced by', whole)}\n\n${texts.join('\n\n')}\n`)
  }
}

/** Mutations that are many others at once: their tables say little about each. */
const MANY = ['burst', 'sixty a second', 'navigate', 'reload']

/** Without the names of the signals of an ancestor, which differ each time. */
const brief = (how: string) => how.replace(/^(ancestor): .*/, '$1').replace(/^(NOTHING), .*/, '$1')

function about(signal: Signal, before: FlatTree, after: FlatTree): string {
  const node = after.get(signal.source) ?? before.get(signal.source)
  const where = after.has(signal.source)
    ? before.has(signal.source)
      ? ''
      : 'new '
    : before.has(signal.source)
      ? 'gone '
      : ''
  return node ? `${where}${node.fields.role}` : 'an object in neither tree'
}

/** The tree once two reads of it are alike. */
async function still(app: App, { renewing }: Subject): Promise<FlatTree> {
  let last = ''
  for (;;) {
    const tree = flattened(await app.snapshot(), renewing)
    const text = JSON.stringify([...tree.values()])
    if (text === last) return tree
    last = text
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}
