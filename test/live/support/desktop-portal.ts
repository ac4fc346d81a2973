import { existsSync } from 'node:fs'
import type { Spawner } from './form.js'
import { waitForName } from './names.js'

/** xdg-desktop-portal with the backend of a desktop, as a session of that desktop has it. */
export class DesktopPortal {
  constructor(private readonly backend: { program: string; name: string }) {}

  private get programs(): readonly { program: string; name: string }[] {
    return [
      { program: '/usr/libexec/xdg-permission-store', name: 'org.freedesktop.impl.portal.PermissionStore' },
      this.backend,
      { program: '/usr/libexec/xdg-desktop-portal', name: 'org.freedesktop.portal.Desktop' },
    ]
  }

  /** Why there can be none here; empty where there can. */
  get missing(): string {
    const missing = this.programs.filter(({ program }) => !existsSync(program))
    return missing.length > 0 ? `not installed: ${missing.map(({ program }) => program).join(', ')}` : ''
  }

  /** Starts it in a session; it is on the bus then. */
  start(session: Spawner & { environment: Readonly<Record<string, string | undefined>> }): void {
    for (const { program, name } of this.programs) {
      session.spawn(program, [], {})
      waitForName(name, session.environment)
    }
  }
}
