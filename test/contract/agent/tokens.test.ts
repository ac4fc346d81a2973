import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { textOf } from '../../../lib/agent/adapters/index.js'
import { createRegistry, type ToolResult } from '../../../lib/agent/index.js'
import { Desktop, type Effect, type SimulatedNode, type World } from '../../../lib/sdk/index.js'
import { PATIENCE } from '../../patience.js'
import { mail, worked } from './mail.js'

// What a model reads after every step, counted as a model counts; bench/results/tokens.md has the same of real screens.
const GOAL = 400

const tokensOf = (result: ToolResult) => encode(textOf(result)).length
const tokensWithData = (result: ToolResult) =>
  tokensOf(result) + encode(JSON.stringify(result.structuredContent)).length

test('the result of a click and what it changed: under 400 tokens, with its data, too', async () => {
  await using stage = await mail()
  const verified = { process: 'outlook', selector: 'id:btnReply', verify_element_exists: 'role:document' }
  for (const input of [verified, { process: 'outlook', selector: 'name:Archive' }]) {
    const result = worked(await stage.call('click_element', input))
    expect(result.structuredContent.changes).toBeDefined()
    expect(tokensWithData(result)).toBeLessThan(GOAL)
  }
})

const places = Array.from({ length: 50 }, (_, place) => place)

function pressing(press: Effect[], children: SimulatedNode[]): World {
  const open: SimulatedNode = { role: 'button', name: 'Open', on: { press } }
  const windows: SimulatedNode[] = [{ role: 'window', key: 'main', name: 'Archive', children: [open, ...children] }]
  return { applications: [{ name: 'Archive', executable: 'archive', windows }] }
}

/** Its button gives every field another name and value, in words of that kind. */
function fills(words: (place: number) => string): World {
  const name = (place: number) => ({ name: words(place), value: words(place + 100) })
  return pressing(
    places.map((place) => ({ set: `field${place}`, ...name(place + 300) })),
    places.map((place) => ({ role: 'textbox', key: `field${place}`, ...name(place + 1) })),
  )
}

function adds(words: (place: number) => string): World {
  const children = places.map((place): SimulatedNode => ({ role: 'listitem', name: words(place + 200) }))
  return pressing([{ add: { role: 'list', name: words(1), children }, to: 'main' }], [])
}

const WORDS = [
  ['English', (place: number) => `Invoice ${place} from Ada Lovelace about the analytical engine, due in March`],
  [
    'German',
    (place: number) => `Zahlungsaufforderung ${place} für das Bundesausbildungsförderungsgesetz über Ölgemälde`,
  ],
  ['Chinese', (place: number) => `第${place}号发票来自艾达·洛夫莱斯,关于分析机的付款通知,三月到期`],
  ['Russian', (place: number) => `Счёт номер ${place} от Ады Лавлейс за аналитическую машину, срок оплаты в марте`],
  ['codes', (place: number) => `0x${(place * 2654435761).toString(16)}-${(place * 40503).toString(36)}`],
  ['digests', (place: number) => `${(place * 2654435761 * 7919).toString(16)}${(place * 998244353 * 31).toString(16)}`],
  ['paths', (place: number) => `/usr/lib/x86_64-linux-gnu/v${place}.${place * 7}/q_${(place * 40503).toString(36)}.so`],
  [
    'amounts',
    (place: number) => `${place}.${place * 13},${place % 97} | ${place * 31} | ${(place * 17) % 1000}:${place % 60}`,
  ],
] as const

test.each(
  WORDS.flatMap(([kind, words]) => [
    [kind, 'fills fifty fields', fills(words)] as const,
    [kind, 'adds a list of fifty', adds(words)] as const,
  ]),
)('%s, a click that %s: under 400, and what was left out is counted', async (_, __, world) => {
  await using desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
  const registry = createRegistry(desktop, { profile: 'terminator', timeout: PATIENCE })
  const result = worked(await registry.tool('click_element').run({ process: 'archive', selector: 'name:Open' }))
  expect(result.structuredContent.changes).toMatch(/^(51 added|50 modified)$/)
  expect(textOf(result)).toMatch(/… and \d+ more/)
  expect(tokensOf(result)).toBeLessThan(GOAL)
})
