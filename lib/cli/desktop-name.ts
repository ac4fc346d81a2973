/** What the programs of a user know this desktop by, for turns at its keyboard. */
export function desktopName(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.WAYLAND_DISPLAY || environment.DISPLAY || 'desktop'
}
