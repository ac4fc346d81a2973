import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../../lib/sdk/index.js'
import type { Place } from './settled.js'

/** Opens a document in a LibreOffice of its own profile. */
export function open({ session, desktop }: Place, name: string, content: string): Promise<App> {
  const file = join(session.directory, name)
  writeFileSync(file, content)
  const profile = `-env:UserInstallation=file://${join(session.directory, 'office')}`
  return desktop.launch(
    { command: 'soffice', args: ['--norestore', '--nologo', '--nofirststartwizard', profile, file] },
    { timeout: 90_000 },
  )
}
