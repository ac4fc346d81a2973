/**
 * npm run demo
 *
 * Drives a real application, the text editor Mousepad, on a desktop without a screen: reads its tree, finds and
 * presses things by selectors, types, and checks the outcome where it counts, in the file that the editor saved.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Desktop } from 'surehand'
import { HeadlessSession } from 'surehand/headless'

const out = join(dirname(dirname(fileURLToPath(import.meta.url))), 'demo', 'out')
const letter = join(out, 'letter.txt')
const picture = join(out, 'mousepad.png')
mkdirSync(out, { recursive: true })
writeFileSync(letter, 'Dear Mr Babbage,\n')

let count = 0
const took = []

/** Runs one step and says what it was and how long it took. */
async function step(what, run) {
  const start = performance.now()
  const result = await run()
  const ms = performance.now() - start
  took.push(ms)
  console.log(`${String(++count).padStart(2)}. ${what.padEnd(76)} ${ms.toFixed(0).padStart(6)} ms`)
  return result
}

const note = (text) => console.log(text.replace(/^/gm, '      '))

const session = await step('start a private display, bus and window manager', () =>
  HeadlessSession.start({ width: 1000, height: 700 }),
)
try {
  const desktop = await step('open its desktop', () => Desktop.open({ environment: session.environment }))
  const editor = await step('launch mousepad and wait for its window', () =>
    desktop.launch({ command: 'mousepad', args: ['--disable-server', letter] }),
  )

  const snapshot = await step('read the whole application', () => editor.snapshot())
  note(`${snapshot.size} elements, ${snapshot.complete ? 'complete' : 'not complete'}; those that show:`)
  note(snapshot.toString({ maxLines: 25 }))

  const text = editor.locator('role:TextBox|visible:true')
  const typed = await step('fill the text field', () =>
    text.fill('Dear Mr Babbage,\n\nthe engine weaves algebraic patterns – naïvely, λόγος.\n'),
  )
  note(`route ${typed.route}`)
  await step('type one more line, key by key', () => text.pressSequentially('Yours, Ada'))

  await step('save a picture with the menus and the text field outlined', () =>
    editor.locator('(role:MenuBar >> role:Menu) || role:TextBox|visible:true').highlight({ path: picture }),
  )
  await step("open the menu, press 'Find and Replace…'", async () => {
    await editor.locator('role:Menu|name:Search').click()
    await editor.locator('role:MenuItem|name:Find and Replace').click()
  })
  const dialog = editor.locator('role:Dialog|name:Find and Replace')
  await step('fill the two fields, found by what stands left of them', async () => {
    await dialog.locator('role:TextBox|rightof:(name:"Search for:")|first').fill('Babbage')
    await dialog.locator('role:TextBox|rightof:(name:"Replace with:")|first').fill('Lovelace')
  })
  await step("press 'Replace' until the text says so", async () => {
    // The first press finds the word, the second replaces it.
    for (let press = 0; press < 3; press++) {
      await dialog.locator('role:Button|name:Replace').click()
      const there = editor.locator('role:TextBox|value:/Lovelace,\n/').waitFor({ timeout: 1000 })
      if (
        await there.then(
          () => true,
          () => false,
        )
      )
        break
    }
  })
  await step('close the dialog', () => dialog.locator('role:Button|name:Close').click())

  await step('press the menu item Save', async () => {
    await editor.locator('role:Menu|name:File').click()
    await editor.locator('role:MenuItem|name:Save').click()
  })
  const error = await step('ask for something that is not there, and read why', () =>
    editor
      .locator('role:MenuItem|name:Svae')
      .click({ timeout: 200 })
      .catch((reason) => reason),
  )
  note(`${error.code}: ${error.message}`)
  const saved = await step('read the file that mousepad saved', () => readFileSync(letter, 'utf8'))
  note(saved)
  const expected = 'Dear Mr Lovelace,\n\nthe engine weaves algebraic patterns – naïvely, λόγος.\nYours, Ada'
  if (saved.trim() !== expected) throw new Error(`the file should read ${JSON.stringify(expected)}`)
  await step('quit mousepad', () => editor.quit())
  await desktop.dispose()
} finally {
  await step('end the session and everything in it', () => session.stop())
}
console.log(
  `\n${count} steps in ${(took.reduce((a, b) => a + b, 0) / 1000).toFixed(1)} s. The picture: ${relative('.', picture)}`,
)
