import type { App } from '../sdk/app.js'
import type { Desktop } from '../sdk/desktop.js'

/** The application that was typed: a pid, or a name as `desktop.app()` takes it. */
export function appNamed(desktop: Desktop, name: string): Promise<App> {
  return desktop.app(/^\d+$/.test(name) ? { pid: Number(name) } : name)
}
