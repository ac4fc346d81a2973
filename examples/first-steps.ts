// Press buttons, read what they did. Runs anywhere: the calculator is a simulated one.
//   npx tsx examples/first-steps.ts
import { Desktop } from 'surehand'
import { calculator } from './worlds/calculator.js'

await using desktop = await Desktop.open({ world: calculator })
const app = await desktop.app('calculator')
const display = app.locator('role:textbox|name:Display')

console.log(await app.tree())

for (const name of ['1', '7', '+', '2', '5']) await app.locator(`role:button|name:"${name}"`).click()
console.log('typed', await display.inputValue())

// The result comes a little later: the press counts as done when it shows, and the receipt says what ended the wait.
const receipt = await app.locator('role:button|name:"="').click({ verify: { exists: 'role:textbox|value:42' } })
console.log(`${receipt}`)
console.log('result', await display.inputValue())
