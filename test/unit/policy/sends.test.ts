import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// What can send at all, by the text of the source: a way that is not here has nobody who asks for it (test/contract/sends.test.ts
// sees that these do).

const lib = fileURLToPath(new URL('../../../lib', import.meta.url))
const sources = readdirSync(lib, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  .map((file) => ({ file: file.split(sep).join('/'), text: readFileSync(join(lib, file), 'utf8') }))

const files = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('the native part is given something to send only where hooks are asked', () => {
  const sending = /\bnative(?:\.(?:invoke|input|arrange|writeClipboard|launch|activate|close|quit)\(|\[)/
  expect(files(sending).sort()).toEqual([
    'sdk/action/keys/desktop-keys.ts',
    'sdk/action/steps/dispatch.ts',
    'sdk/app.ts',
    'sdk/desktop.ts',
    'sdk/desktop/launch.ts',
    'sdk/menu.ts',
    'sdk/pointer/mouse.ts',
  ])
})

test('what starts programs or drives a browser by itself asks, or is no part of what an agent can reach', () => {
  // The private desktop's own programs; what is running is told, not started.
  const own = /^(?:sdk\/headless\/|sdk\/program\.ts$|cli\/)/
  const others = files(/node:child_process|from 'playwright-core'|\.connectOverCDP\(/).filter((file) => !own.test(file))
  const asking = files(/\bpermit\(|\bdirect\(|\.beforeDispatch\b/)
  expect(others.filter((file) => !asking.includes(file)).sort()).toEqual([
    'agent/command/command-processes.ts',
    'agent/command/command.ts',
    'agent/grounding/page/browser.ts',
    'agent/workflow/run/lock.ts',
  ])
  // A lock asks the system when its owner began. What is sent to a page, a tool sends that asks.
  expect(files(/\.evaluate\(`/)).toEqual(['agent/tools/see/execute-browser-script.ts'])
  const script = sources.find(({ file }) => file === 'agent/tools/see/execute-browser-script.ts')?.text ?? ''
  expect(script.indexOf('.permit(')).toBeLessThan(script.indexOf('.evaluate(`'))
  // It is run by one tool, inside of what the desktop asks for.
  expect(files(/from '\.\.?\/(?:.*\/)?command\.js'/)).toEqual(['agent/tools/run/run-command.ts'])
  const tool = sources.find(({ file }) => file === 'agent/tools/run/run-command.ts')?.text
  expect(tool?.match(/\brun\(\{/g)).toHaveLength(1)
  expect(tool).toMatch(/desktop\.run\(asked, .*\n(?:.*\n){1,4}? *return run\(\{/)
})
