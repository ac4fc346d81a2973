import { Desktop } from '../sdk/desktop.js'
import { appNamed } from './app-named.js'

/** Prints the outline of an application. */
export async function tree(name: string, options: { depth?: number; bounds?: boolean }): Promise<void> {
  await using desktop = await Desktop.open()
  const app = await appNamed(desktop, name)
  console.log(await app.tree({ ...options }))
}
