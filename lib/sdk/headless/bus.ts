import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { ACCESSIBILITY_BUS, missingPrograms } from './programs.js'

/** Only this service of the host can be started in the session. */
export async function accessibilityService(environment: Record<string, string>): Promise<string> {
  const directories = (environment.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(delimiter).filter(Boolean)
  if (!directories.includes('/usr/share')) directories.push('/usr/share')
  for (const directory of directories) {
    const text = await readFile(join(directory, 'dbus-1', 'services', ACCESSIBILITY_BUS.command), 'utf8').catch(
      () => '',
    )
    const exec = /^Exec=.+$/m.exec(text)
    if (exec) return `[D-BUS Service]\nName=org.a11y.Bus\n${exec[0]}\n`
  }
  throw missingPrograms([ACCESSIBILITY_BUS])
}

/** A bus of its own, on a socket in the session's directory. */
export function busConfiguration(directory: string): string {
  const text = (value: string) => value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  // In an address everything outside this set is escaped as %xx.
  const address = [...Buffer.from(join(directory, 'run', 'bus'))]
    .map((byte) =>
      /[-0-9A-Za-z_/.\\]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${text(address)}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${text(join(directory, 'services'))}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`
}
