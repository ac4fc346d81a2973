// A real application on a private desktop without a screen (Linux: Xvfb, dbus, at-spi2-core, openbox).
//   npx tsx examples/headless.ts [program]
import { Desktop, isSurehandError } from 'surehand'
import { HeadlessSession } from 'surehand/headless'

const program = process.argv[2] ?? 'gnome-calculator'
try {
  await using session = await HeadlessSession.start({ width: 1024, height: 768 })
  await using desktop = await Desktop.open({ environment: session.environment })
  await using app = await desktop.launch(program)

  const window = await app.window()
  console.log(`${program} shows ${JSON.stringify(await window.title())}; ${app.toolkit}`)
  console.log(await app.tree({ maxLines: 40 }))

  const buttons = app.locator('role:button|visible:true')
  console.log(`${await buttons.count()} buttons show`)
  if (process.env.SCREENSHOT !== undefined) await buttons.highlight({ path: process.env.SCREENSHOT })
} catch (error) {
  // Says which programs are missing and in which packages they are.
  if (!isSurehandError(error)) throw error
  console.error(`${error.code}: ${error.message}`)
}
