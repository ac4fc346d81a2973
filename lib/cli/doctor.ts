import { Desktop } from '../sdk/desktop.js'
import { isSurehandError } from '../sdk/errors.js'

const MARKS = { granted: 'ok  ', notNeeded: 'ok  ', prompt: 'ask ', denied: 'no  ', stale: 'no  ' }

/** Prints what works here and what does not, with what to do about it. Says whether all that is needed does. */
export async function doctor(): Promise<boolean> {
  console.log(`Node ${process.version}, ${process.platform} ${process.arch}`)
  let desktop: Desktop
  try {
    desktop = await Desktop.open()
  } catch (error) {
    if (!isSurehandError(error)) throw error
    console.log(`no   desktop: ${error.code}: ${error.message}`)
    return false
  }
  await using _ = desktop
  console.log(`ok   desktop: ${desktop.backend}`)
  const permissions = await desktop.permissions()
  for (const { name, state, remedy, route } of permissions) {
    const by = route === undefined ? '' : `, by ${route}`
    console.log(`${MARKS[state]} permission ${name}: ${state}${by}${remedy === '' ? '' : `. ${remedy}`}`)
  }
  for (const { name, available, reason } of await desktop.capabilities())
    console.log(`${available ? 'ok  ' : 'none'} ${name}${available ? '' : `: ${reason}`}`)
  const apps = await desktop.apps()
  const silent = apps.filter(({ responsive }) => !responsive)
  console.log(`ok   ${apps.length} applications${silent.length > 0 ? `, not answering: ${silent.join(', ')}` : ''}`)
  return permissions.every(({ state }) => MARKS[state] !== 'no  ')
}
