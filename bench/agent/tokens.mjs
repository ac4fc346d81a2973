/**
 * npm run bench:tokens [-- --only <screen> --out <folder>]
 *
 * What a language model reads of real screens, in tokens: our outline beside Terminator's YAML of the same tree and beside a picture,
 * and the result of one step. Writes bench/results/tokens.md.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { textOf } from '../../dist/adapters.js'
import { createRegistry } from '../../dist/agent.js'
import { HeadlessSession } from '../../dist/headless.js'
import { machine, today } from '../machine.mjs'
import { anthropic, openaiPatches, openaiTiles } from './picture-tokens.mjs'
import { screens } from './screens.mjs'
import { terminatorYaml } from './terminator-yaml.mjs'

// What a step is allowed to say without being asked for more.
const GOAL = 400

const { values } = parseArgs({ options: { only: { type: 'string' }, out: { type: 'string' } } })
const out = values.out ?? fileURLToPath(new URL('../results', import.meta.url))

const tokens = (text) => encode(text).length

const rows = []
for (const screen of screens()) {
  if (values.only && !screen.name.toLowerCase().includes(values.only.toLowerCase())) continue
  console.error(`${screen.name} …`)
  rows.push(await measured(screen))
}
const report = markdown(rows)
writeFileSync(join(out, 'tokens.md'), report)
console.log(report)

/** @param {import('./screens.mjs').Screen} screen */
async function measured({ name, command, args = [], selector }) {
  const session = await HeadlessSession.start({ width: 1280, height: 800 })
  try {
    const desktop = await session.desktop()
    const app = await desktop.launch({ command, args, timeout: 60_000 })
    await app.locator(selector).waitFor({ timeout: 60_000 })
    await app.waitForIdle({ timeout: 30_000 })

    const registry = createRegistry(desktop, { profile: 'terminator', timeout: 30_000 })
    const call = async (tool, input) => {
      const result = await registry.tool(tool).run({ process: app.pid, ...input })
      if (result.isError) throw new Error(`${name}, ${tool}: ${textOf(result)}`)
      return result
    }

    const snapshot = await app.snapshot({ timeout: 30_000 })
    const tree = await call('get_window_tree', {})
    const { bounds, scale } = (await call('capture_screenshot', {})).structuredContent
    const picture = { width: bounds.width * scale, height: bounds.height * scale }
    const step = await call('click_element', { selector, timeout_ms: 30_000 })
    return {
      name,
      elements: snapshot.size,
      outline: tokens(snapshot.toString()),
      page: tokens(textOf(tree)),
      yaml: tokens(terminatorYaml(snapshot.root, { scrolledOut: false })),
      wholeYaml: tokens(terminatorYaml(snapshot.root, { scrolledOut: true })),
      picture,
      tiles: openaiTiles(picture),
      patches: openaiPatches(picture),
      anthropic: anthropic(picture),
      effect: step.structuredContent.effect,
      changes: step.structuredContent.changes,
      step: tokens(textOf(step)),
      stepAndData: tokens(textOf(step)) + tokens(JSON.stringify(step.structuredContent)),
    }
  } finally {
    await session.stop()
  }
}

function markdown(rows) {
  const number = (value) => value.toLocaleString('en')
  const trees = rows.map(
    ({ name, elements, outline, page, yaml, wholeYaml, picture, tiles, patches, anthropic }) =>
      `| ${name} | ${number(elements)} | ${number(outline)} | ${number(page)} | ${number(yaml)} | ${(yaml / outline).toFixed(2)}× | ${number(wholeYaml)} | ` +
      `${picture.width}×${picture.height} | ${number(tiles)} | ${number(patches)} | ${number(anthropic)} |`,
  )
  const steps = rows.map(
    ({ name, step, stepAndData, effect, changes = 'nothing seen', tiles, anthropic }) =>
      `| ${name} | ${effect}: ${changes} | ${step} | ${stepAndData} | ${number(tiles)} | ${number(anthropic)} |`,
  )
  const smaller = rows.filter(({ outline, yaml }) => outline < yaml).length
  const cheaper = rows.filter(({ outline, anthropic }) => outline < anthropic).length
  const within = rows.filter(({ step }) => step < GOAL).length
  const withData = rows.filter(({ stepAndData }) => stepAndData < GOAL).length
  const dearer = rows.filter(({ step, anthropic }) => step > anthropic).length
  return `# Tokens

Written by \`npm run bench:tokens\` on ${today()}. ${machine}. Screens of 1280×800, as the programs show them after their start;
tokens of \`o200k_base\` (gpt-tokenizer).

- The outline is smaller than Terminator's compact YAML of the same elements on ${smaller} of ${rows.length} screens.
- It is smaller than a picture of the same windows (Anthropic's count) on ${cheaper} of ${rows.length} only: a picture has the same price however much is
  on it. A picture says nothing of what a press would reach, of states, or of what is there and does not show.
- The result of a step, with what changed, is under ${GOAL} tokens on ${within} of ${rows.length}, and with the data beside it on ${withData}. It is more than a picture
  of the window (Anthropic's count) on ${dearer}.

## A screen

The outline has what shows, says how much below a line is hidden or scrolled out, and leaves out nameless wrappers and texts that repeat what stands above
them. \`get_window_tree\` gives about 4,000 tokens of it at once, counted as four bytes each, and a cursor to read on: that is "a page", with the sentence
around it. The YAML is written by us from the same snapshot (\`bench/agent/terminator-yaml.mjs\`): of the elements that the outline is about, and of all that
Terminator would write, which has no limit.

| screen | elements | outline | a page | Terminator's YAML | YAML / outline | YAML of all | picture | OpenAI, tiles | OpenAI, patches | Anthropic |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${trees.join('\n')}

## A step

One \`click_element\` with its default options: the text that a model reads, and with the data that MCP clients get beside it.

| screen | what it said | text | text and data | a picture: OpenAI, tiles | Anthropic |
| --- | --- | ---: | ---: | ---: | ---: |
${steps.join('\n')}

## How pictures are counted

OpenAI: [images and vision](https://platform.openai.com/docs/guides/images-vision), tiles as for gpt-4o (85, and 170 for each tile of 512² after
the shorter side was brought down to 768), patches of 32² as for gpt-4.1-mini and gpt-5-mini, at most 1,536, before the model's factor.
Anthropic: [vision](https://docs.claude.com/en/docs/build-with-claude/vision), width × height / 750 after the longer side was brought down to 1,568.
`
}
