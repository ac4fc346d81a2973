/** Reads an application once for each message that its parent sends. Arguments: its process id and the environment, as JSON. */
import { Desktop } from '../../dist/index.js'

const [pid, environment] = process.argv.slice(2)
const desktop = await Desktop.open({ environment: JSON.parse(environment) })
const app = await desktop.app({ pid: Number(pid) })
process.on('message', async () => {
  await app.snapshot({ timeout: 30_000 })
  process.send('read')
})
process.send('ready')
