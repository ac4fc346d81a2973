import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { HeadlessSession } from 'surehand/headless'
import type { Renewing } from '../flat.js'
import { type Said, type Subject, type SubjectKind, within } from './subject.js'

const APPS = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'apps')

/** A program in Python that takes a line for each mutation, and says a line when it is done. */
async function start(session: HeadlessSession, file: string, renewing: Renewing = []): Promise<Subject> {
  const child = session.spawn('/usr/bin/python3', [join(APPS, file)], { stdio: ['pipe', 'pipe', 'pipe'] })
  // GTK warns of each place that it is asked for.
  let complaints = ''
  child.stderr?.on('data', (text) => {
    complaints = `${complaints}${text}`.slice(-2_000)
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  const line = async (what: string) => {
    const { value, done } = await within(60_000, what, lines.next())
    if (done) throw new Error(`${file} ended in ${what}: ${complaints}`)
    return JSON.parse(value) as Said & { error?: string; mutations?: string[] }
  }
  const { mutations = [] } = await line('the start')
  return {
    pid: child.pid as number,
    mutations,
    renewing,
    async mutate(mutation, seed) {
      child.stdin?.write(`${JSON.stringify({ mutation, seed })}\n`)
      const { error, said, modal } = await line(mutation)
      if (error) throw new Error(`${file} failed in ${error}`)
      return { ...(said && { said }), ...(modal && { modal }) }
    },
    async close() {
      child.kill()
    },
  }
}

export const WIDGETS: Record<'gtk3' | 'gtk4' | 'qt6', SubjectKind> = {
  gtk3: { packages: ['gir1.2-gtk-3.0', 'python3-gi'], start: (session) => start(session, 'mirrored_gtk3.py') },
  gtk4: { packages: ['gir1.2-gtk-4.0', 'python3-gi'], start: (session) => start(session, 'mirrored_gtk4.py') },
  qt6: { packages: ['python3-pyqt6'], start: (session) => start(session, 'mirrored_qt6.py', ['tree']) },
}
