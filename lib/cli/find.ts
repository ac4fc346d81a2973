import { Desktop } from '../sdk/desktop.js'
import { appNamed } from './app-named.js'

/** Prints what matches; when nothing does, how many elements each term leaves and what comes nearest. Says whether anything did. */
export async function find(name: string, selector: string): Promise<boolean> {
  await using desktop = await Desktop.open()
  const app = await appNamed(desktop, name)
  const snapshot = await app.snapshot()
  const matches = snapshot.findAll(selector)
  for (const node of matches) {
    const { ref, path, selector } = node
    console.log(`${ref} ${path}${node.state('visible') === false ? ' (hidden)' : ''}\n    ${selector}`)
  }
  if (matches.length > 0) return true
  console.log(snapshot.explainText(selector))
  if (!snapshot.complete) console.log('The tree is cut, so it may be there all the same.')
  return false
}
