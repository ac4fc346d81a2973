import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Desktop } from '../sdk/desktop.js'
import { HeadlessSession } from '../sdk/headless/index.js'

// Distributions install GTK for this one, whatever else is called python3.
const SYSTEM_PYTHON = '/usr/bin/python3'

// Where there is none with GTK, one of these is on most machines with a desktop.
const EDITORS = ['mousepad', 'gedit', 'gnome-text-editor', 'kate', 'leafpad', 'featherpad']

/** A private desktop without a screen, with a mail program on it to try things on, or an editor. Says on standard error what is missing. */
export async function demoDesktop(ends: (() => Promise<void>)[]): Promise<Desktop> {
  const session = await HeadlessSession.start({ width: 1280, height: 960 })
  ends.push(() => session.stop())
  const desktop = await session.desktop()
  const mail = mailProgram()
  const programs = [
    ...(mail === undefined ? [] : [{ command: SYSTEM_PYTHON, args: [mail] }]),
    ...EDITORS.map((command) => ({ command })),
  ]
  for (const program of programs) {
    const started = await desktop.launch(program).catch(() => undefined)
    if (started !== undefined) return desktop
  }
  console.error(
    `surehand mcp --demo: there is nothing to show. Install a program for it: python3-gi with gir1.2-gtk-3.0 for its mail program, or ${EDITORS.join(', ')}.`,
  )
  return desktop
}

function mailProgram(): string | undefined {
  // The source lies one level deeper than what is built from it.
  return ['../demo/mail.py', '../../demo/mail.py']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
}
