import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Opens an address in the browser of the person. It has a token, and every user of a machine can read the arguments of programs: so the browser is
 * given a file that only this user can read, and that leads there. Gives what removes the file.
 */
export async function openInBrowser(url: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'surehand-inspect-'))
  const file = join(folder, 'open.html')
  await writeFile(file, `<!doctype html><meta http-equiv="refresh" content="0; url=${url}">\n`, { mode: 0o600 })
  const [command, ...args] = OPENERS[process.platform] ?? (['xdg-open'] as const)
  const opener = spawn(command, [...args, pathToFileURL(file).href], { stdio: 'ignore', detached: true })
  // There may be none; the address is printed as well.
  opener.on('error', () => {})
  opener.unref()
  return () => rm(folder, { recursive: true, force: true })
}
