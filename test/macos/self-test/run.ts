import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Desktop, type SurehandError } from '../../../lib/sdk/index.js'

// On a Mac: the self-test program is read, pressed and filled; what happened to it, it says itself. Whatever is not so ends this with an error, a
// missing permission as well.

const program = spawn(process.argv[2] as string, { stdio: ['ignore', 'pipe', 'inherit'] })
const said: string[] = []
createInterface({ input: program.stdout }).on('line', (line) => {
  said.push(line)
  program.emit('said')
})

async function says(line: string): Promise<void> {
  const signal = AbortSignal.timeout(10_000)
  while (!said.includes(line)) await once(program, 'said', { signal })
}

try {
  await using desktop = await Desktop.open({ backend: 'macos' })
  const permissions = await desktop.permissions()
  console.log(permissions)
  for (const { name, state } of permissions) assert.equal(state, 'granted', name)
  await says('ready')

  const app = await desktop.app({ pid: program.pid as number })
  const started = performance.now()
  const tree = await app.snapshot()
  console.log(`${tree.size} nodes in ${Math.round(performance.now() - started)} ms\n${tree.toString()}`)

  // Of 500 rows those that show are read, and the rest is said to be missing.
  assert.ok(tree.find('role:table|name:Rows >> name:"Row 0"'))
  assert.ok(tree.cuts.some(({ reason }) => reason === 'virtual'))

  await app.locator('role:button|name:"Press me"').click()
  await says('pressed')
  await app.locator('role:checkbox|name:"Check me"').check()
  await says('checked 1')
  await app.locator('role:textbox|name:Text').fill('a😀b')
  assert.equal(await app.locator('role:textbox|name:Text').inputValue(), 'a😀b')
  await app.locator('role:textbox|name:Text').pressSequentially('c')
  await says('text Text 5')
  await app.locator('role:textbox|name:Secret').fill('hunter2')
  assert.ok(!(await app.snapshot()).toString().includes('hunter2'))
  await app.locator('role:slider|name:Volume').setValue(7)
  await says('slid 7')
  await app.locator('role:combobox|name:Country').selectOption('Brazil')
  await says('picked Brazil')
  await app.locator('role:button|name:Sheet').click()
  await app.locator('role:button|name:Yes').click()
  await says('yes')

  await app
    .locator('role:button|name:Hang')
    .click({ timeout: 1000 })
    .catch((error: SurehandError) => {
      assert.notEqual(error.sent, 'no')
    })
  await assert.rejects(app.snapshot({ timeout: 500 }), { code: 'APP_UNRESPONSIVE' })
  await says('awake')
  assert.equal(said.filter((line) => line === 'hanging').length, 1)
  console.log('ok')
} finally {
  program.kill()
}
