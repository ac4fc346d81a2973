import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Form } from './form.js'

/** Starts a program on the desktop that is tested. */
export type Spawn = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess

/** What was found to try the checks on, with its source text, or why there is nothing. */
export type Started = { form: Form; toolkit: string; source: string } | { problem: string; remedy: string }

// Distributions install GTK for the first one, whatever else is called python3.
const PYTHONS = ['/usr/bin/python3', 'python3']
/** What the form ends with where its toolkit is not installed. */
const NO_TOOLKIT = 3
// ms
const START = 15_000

/** Starts the form of this system. It shows its window when this resolves. */
export async function startProgram(start: Spawn = spawn): Promise<Started> {
  if (process.platform !== 'linux' && process.platform !== 'win32') {
    return {
      problem: `the self-test has no program for ${process.platform} yet`,
      remedy: 'Run npx surehand doctor, which says what is granted and what is missing here.',
    }
  }
  const path = formPath()
  if (path === undefined) {
    return { problem: 'demo/self-test.py is not in the package', remedy: 'Install it again: npm install surehand.' }
  }
  return process.platform === 'linux' ? startGtk(path, start) : startWin32(path, start)
}

async function startGtk(path: string, start: Spawn): Promise<Started> {
  const complaints: string[] = []
  for (const python of PYTHONS) {
    const form = new Form(start(python, [path], { stdio: ['pipe', 'pipe', 'pipe'] }))
    if (await form.heard('ready', 0, START)) return { form, toolkit: 'GTK 3', source: readFileSync(path, 'utf8') }
    const { exitCode, complaint } = form
    await form.end()
    if (exitCode !== NO_TOOLKIT && complaint !== '') complaints.push(complaint)
    if (exitCode === null && form.pid !== 0) complaints.push(`no window within ${START} ms`)
  }
  const seen = complaints.length === 0 ? '' : ` (${[...new Set(complaints)].join('; ')})`
  return {
    problem: `no program that the checks can be tried on starts here${seen}`,
    remedy: 'Install Python 3 with GTK 3: the packages python3-gi and gir1.2-gtk-3.0.',
  }
}

/** The addon has this window, so that nothing is to be installed for it. It shows the texts of the form of GTK. */
async function startWin32(path: string, start: Spawn): Promise<Started> {
  const args = [...process.execArgv, process.argv[1] as string, 'self-test-window']
  const form = new Form(start(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] }))
  if (await form.heard('ready', 0, START)) return { form, toolkit: 'Win32', source: readFileSync(path, 'utf8') }
  const { exitCode, complaint } = form
  await form.end()
  const seen = exitCode === null ? `no window within ${START} ms` : complaint || `it ended with ${exitCode}`
  return {
    problem: `the window that the checks are tried on does not open: ${seen}`,
    remedy: 'Run it in the session of a user who has signed in. If it fails there, paste this report into an issue.',
  }
}

function formPath(): string | undefined {
  // The source lies two levels deeper than what is built from it.
  return ['../demo/self-test.py', '../../../demo/self-test.py']
    .map((file) => fileURLToPath(new URL(file, import.meta.url)))
    .find((path) => existsSync(path))
}
