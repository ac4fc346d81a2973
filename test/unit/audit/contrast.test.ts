import { expect, test } from 'vitest'
import { Snapshot, type TreeNode } from '../../../lib/sdk/index.js'
import { audit } from '../../../lib/test/audit/audit.js'
import { contrastOf } from '../../../lib/test/audit/ink.js'
import type { Picture } from '../../../lib/test/audit/screen-picture.js'
import { differenceIn } from '../../../lib/test/audit/tries/same-picture.js'

// Contrast over painted pictures: what is too faint, and what is left alone in doubt.

type Colour = [number, number, number]
const WHITE: Colour = [255, 255, 255]
const FAINT: Colour = [170, 170, 170]
const AREA = { x: 20, y: 20, width: 120, height: 18 }
const shown = ['enabled', 'visible']

function picture(paint: (x: number, y: number) => Colour): Picture {
  const [width, height] = [200, 100]
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgba.set([...paint(x, y), 255], (y * width + x) * 4)
  return { width, height, rgba, bounds: { x: 0, y: 0, width, height }, scale: 1 }
}

/** Strokes of 2 px in letters of 10 px, as text has them. */
const isStroke = (x: number, y: number) => x > 22 && x < 130 && y > 23 && y < 34 && x % 6 < 2
const text = (ink: Colour, ground: Colour = WHITE) => picture((x, y) => (isStroke(x, y) ? ink : ground))

const label: TreeNode = { role: 'text', name: 'Delivered', states: shown, bounds: AREA }
const windowOf = (children: TreeNode[], states = [...shown, 'active']): TreeNode => ({
  role: 'application',
  states: shown,
  children: [{ role: 'window', name: 'Order', states, bounds: { x: 0, y: 0, width: 200, height: 100 }, children }],
})
const found = async (tree: TreeNode, of: Picture) =>
  audit(await Snapshot.from(tree), { picture: of, rules: ['contrast'] }).findings.map(({ seen }) => seen)

test('a faint text is found, with its ratio and both colours', async () => {
  expect(await found(windowOf([label]), text(FAINT))).toEqual([
    'Its contrast is 2.3:1 (#aaaaaa on #ffffff); 4.5:1 is asked for.',
  ])
})

test.each<[string, TreeNode, Picture]>([
  ['a dark text', windowOf([label]), text([60, 60, 60])],
  ['a text just above what is asked for', windowOf([label]), text([117, 117, 117])],
  ['a text that is disabled', windowOf([{ ...label, states: ['visible'] }]), text(FAINT)],
  ['a window that is not in front', windowOf([label], shown), text(FAINT)],
  ['a text that another element covers', windowOf([label, { ...label, role: 'img', name: 'Map' }]), text(FAINT)],
  ['a gradient', windowOf([label]), picture((x, y) => (isStroke(x, y) ? FAINT : [200 + (x % 50), 255, 255]))],
  ['several colours', windowOf([label]), picture((x, y) => (isStroke(x, y) ? [250, (x * 9) % 256, 190] : WHITE))],
  ['nothing drawn', windowOf([label]), picture(() => WHITE)],
  ['a text that is cut off', windowOf([{ ...label, bounds: { ...AREA, x: 150 } }]), text(FAINT)],
])('%s is left alone', async (_, tree, of) => {
  expect(await found(tree, of)).toEqual([])
})

test('a text in a button is reported once', async () => {
  const button: TreeNode = {
    ...label,
    role: 'button',
    bounds: { x: 16, y: 16, width: 128, height: 26 },
    children: [label],
  }
  expect(await found(windowOf([button]), text([215, 215, 215]))).toHaveLength(1)
})

test('without a picture the rule is not applied', async () => {
  const report = audit(await Snapshot.from(windowOf([label])))
  expect(report.rules.map(({ id }) => id)).not.toContain('contrast')
})

test('the ratio is that of WCAG', () => {
  expect(contrastOf([0, 0, 0], WHITE)).toBeCloseTo(21, 5)
  expect(contrastOf([118, 118, 118], WHITE)).toBeCloseTo(4.54, 2)
})

test('what differs between two pictures is found, but for what is excepted', () => {
  const [before, after] = [picture(() => WHITE), picture((x, y) => (x >= 30 && x < 34 && y === 25 ? [0, 0, 0] : WHITE))]
  expect(differenceIn(before, after, AREA)).toEqual({ x: 30, y: 25, width: 4, height: 1 })
  expect(differenceIn(before, after, AREA, { x: 28, y: 20, width: 10, height: 10 })).toBeUndefined()
})
