import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { createRegistry, type ToolResult } from '../../../lib/agent/index.js'
import { Desktop, type Rect, type World } from '../../../lib/sdk/index.js'
import { PATIENCE } from '../../patience.js'
import { errorOf, textOf, worked } from './mail.js'

const SECRET = { x: 60, y: 100, width: 200, height: 24 }
const world: World = {
  applications: [
    {
      name: 'Login',
      executable: 'login',
      pid: 3001,
      windows: [
        {
          role: 'window',
          name: 'Login',
          bounds: { x: 40, y: 40, width: 400, height: 300 },
          children: [
            { role: 'textbox', name: 'User', bounds: { x: 60, y: 60, width: 200, height: 24 } },
            { role: 'textbox', name: 'Password', key: 'secret', protected: true, bounds: SECRET },
            { role: 'button', name: 'Log in', key: 'login', bounds: { x: 60, y: 140, width: 80, height: 24 } },
            { role: 'button', name: 'Cancel', bounds: { x: 142, y: 140, width: 80, height: 24 } },
          ],
        },
      ],
    },
    {
      name: 'Blind',
      executable: 'blind',
      pid: 3002,
      hasTree: false,
      windows: [{ role: 'window', name: 'Blind', bounds: { x: 600, y: 40, width: 200, height: 200 } }],
    },
  ],
}

async function stage() {
  const desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
  const registry = createRegistry(desktop, { profile: 'terminator', timeout: PATIENCE })
  const call = (input: Record<string, unknown>, tool = 'capture_screenshot') => registry.tool(tool).run(input)
  return { desktop, call, [Symbol.asyncDispose]: () => desktop.dispose() }
}

function picture({ content }: ToolResult): { mimeType: string; file: Buffer } {
  const found = content.find((part) => part.type === 'image')
  if (found?.type !== 'image') throw new Error('there is no picture')
  return { mimeType: found.mimeType, file: Buffer.from(found.data, 'base64') }
}

interface Pictured {
  bounds: Rect
  scale: number
  width: number
  height: number
  blanked: number
  protected_unknown?: string[]
  marks?: { index: number; ref: string; role: string; name: string; bounds: Rect }[]
}
const told = ({ structuredContent }: ToolResult) => structuredContent as unknown as Pictured

function colourAt(png: PNG, { bounds, scale }: Pictured, x: number, y: number): number[] {
  const at = (Math.floor((y - bounds.y) * scale) * png.width + Math.floor((x - bounds.x) * scale)) * 4
  return [...png.data.subarray(at, at + 3)]
}

describe.each([
  ['of an element', { process: 'login', selector: 'name:Password' }],
  ['of a window', { process: 'login', window_selector: 'name:Login' }],
  ['of an application', { process: 'login' }],
  ['of a display', { entire_monitor: true }],
])('a picture %s', (_, what) => {
  test.each(['vision', 'som'])('has its protected field blank, mode %s', async (mode) => {
    await using place = await stage()
    const result = worked(await place.call({ ...what, mode }))
    const png = PNG.sync.read(picture(result).file)
    const seen = told(result)
    expect([png.width, png.height]).toEqual([seen.width, seen.height])
    expect(seen.blanked).toBe(1)
    expect(textOf(result)).toContain('A protected field is blank')
    for (const [x, y] of [
      [SECRET.x + 30, SECRET.y + 12],
      [SECRET.x + SECRET.width / 2, SECRET.y + 5],
      [SECRET.x + SECRET.width - 30, SECRET.y + SECRET.height - 3],
    ] as const)
      expect(colourAt(png, seen, x, y)).toEqual([0, 0, 0])
  })
})

test('so are the pictures beside an action', async () => {
  await using place = await stage()
  const asked = { include_window_screenshot: true, include_monitor_screenshots: true, highlight_before_action: true }
  const result = worked(await place.call({ process: 'login', selector: 'name:Cancel', ...asked }, 'click_element'))
  const pictures = result.content.flatMap((part) => (part.type === 'image' ? [Buffer.from(part.data, 'base64')] : []))
  expect(pictures).toHaveLength(3)
  const display = (await place.desktop.displays())[0]?.bounds as Rect
  const window = { x: 40, y: 40, width: 400, height: 300 }
  for (const [at, bounds] of [display, window, display].entries()) {
    const png = PNG.sync.read(pictures[at] as Buffer)
    expect(png.width).toBe(bounds.width)
    expect(colourAt(png, { bounds, scale: 1 } as Pictured, SECRET.x + 100, SECRET.y + 12)).toEqual([0, 0, 0])
  }
  const [first] = pictures.map((file) => PNG.sync.read(file))
  // The frame just above the button.
  expect(colourAt(first as PNG, { bounds: display, scale: 1 } as Pictured, 160, 138)).toEqual([255, 0, 80])
})

test('where nobody can say what is protected, it is said', async () => {
  await using place = await stage()
  expect(told(worked(await place.call({ process: 'login' }))).protected_unknown).toBeUndefined()
  const result = worked(await place.call({ entire_monitor: true }))
  expect(told(result).protected_unknown).toEqual(['blind (pid 3002): it publishes no tree'])
  expect(textOf(result)).toContain('nothing is blanked, of blind')
})

test('som numbers what can be acted on, and the number is an index of click_element', async () => {
  await using place = await stage()
  const result = worked(await place.call({ process: 'login', mode: 'som' }))
  const marks = told(result).marks ?? []
  expect(marks.map(({ role, name }) => `${role} ${name}`)).toEqual([
    'textbox User',
    'textbox Password',
    'button Log in',
    'button Cancel',
  ])
  expect(marks[2]).toMatchObject({ bounds: { x: 60, y: 140, width: 80, height: 24 } })
  const index = marks[2]?.index
  expect(textOf(result)).toContain(`#${index} button "Log in" 60,140 80×24`)
  const png = PNG.sync.read(picture(result).file)
  const plain = PNG.sync.read(picture(worked(await place.call({ process: 'login' }))).file)
  expect(colourAt(png, told(result), 100, 140)).not.toEqual(colourAt(plain, told(result), 100, 140))
  expect(colourAt(png, told(result), 100, 152)).toEqual(colourAt(plain, told(result), 100, 152))
  worked(await place.call({ index }, 'click_element'))
  expect(place.desktop.simulation?.received().filter(({ what }) => what === 'press')).toMatchObject([
    { name: 'Log in' },
  ])
})

test('ax is the outline and no picture', async () => {
  await using place = await stage()
  const result = worked(await place.call({ process: 'login', mode: 'ax' }))
  expect(textOf(result)).toContain('button "Log in"')
  expect(result.content.some(({ type }) => type === 'image')).toBe(false)
})

test('a picture is scaled down to what was asked for, and says how it maps', async () => {
  await using place = await stage()
  const result = worked(await place.call({ process: 'login', max_dimension: 100 }))
  expect(told(result)).toMatchObject({ width: 100, height: 75, scale: 0.25, bounds: { x: 40, y: 40 } })
  expect(textOf(result)).toContain('x = 40 + pixel / 0.25')
  const png = PNG.sync.read(picture(result).file)
  expect(colourAt(png, told(result), SECRET.x + 100, SECRET.y + 12)).toEqual([0, 0, 0])
})

test('JPEG is one, of the same place', async () => {
  await using place = await stage()
  const { mimeType, file } = picture(worked(await place.call({ process: 'login', format: 'jpeg' })))
  expect(mimeType).toBe('image/jpeg')
  const { width, height } = jpeg.decode(file)
  expect([width, height]).toEqual([400, 300])
})

test('what cannot be pictured is said', async () => {
  await using place = await stage()
  expect(errorOf(await place.call({ display: 'nowhere' }))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(errorOf(await place.call({ mode: 'som' })).message).toContain('a picture of what?')
})
