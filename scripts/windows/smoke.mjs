/** Two programs that every Windows has, used once each: what a real machine shows first. Run by .github/workflows/windows.yml. */
import assert from 'node:assert/strict'
import { Desktop } from '../../dist/index.js'

const desktop = await Desktop.open()
console.log(await desktop.permissions())

// Notepad is a packaged application on Windows 11 and a plain one on a server.
const notepad = await desktop.launch('notepad')
try {
  const text = notepad.locator('role:document || role:textbox').first()
  await text.fill('Written by surehand: äöü 東京')
  assert.match(await text.inputValue(), /東京/)
  console.log(await notepad.tree())
} finally {
  await notepad.quit({ force: true })
}

const calculator = await desktop.launch('Microsoft.WindowsCalculator_8wekyb3d8bbwe!App')
try {
  for (const id of ['num7Button', 'plusButton', 'num5Button', 'equalButton']) {
    console.log(String(await calculator.locator(`role:button|id:${id}`).click()))
  }
  assert.match(await calculator.locator('id:CalculatorResults').first().textContent(), /12/)
} finally {
  await calculator.quit({ force: true })
  await desktop.dispose()
}
