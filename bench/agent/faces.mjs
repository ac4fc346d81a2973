/**
 * npm run bench:faces [-- --before <folder> --only <program>,… --out <folder>]
 *
 * What a model pays for the twelve tasks of bench/agent/day, and three more, through each face, wrong calls included: over MCP, on the command line, and as the
 * script of the SDK that does the same. Counted are the definitions that it reads first, what it writes and what it is answered. Given another
 * checkout of this repository, built, over MCP there as well. Writes bench/results/faces.md.
 */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { HeadlessSession } from '../../dist/headless.js'
import { Home } from '../../test/fleet/home.ts'
import { install } from '../../test/fleet/packages.ts'
import { machine, today } from '../machine.mjs'
import { asCommand, asCore } from './day/words.mjs'

const root = resolve(import.meta.dirname, '..', '..')
const COMMAND_LINE = join(root, 'dist', 'surehand.cjs')
// ms; how long a client waits for one answer.
const PATIENCE = 120_000
// ms that a model takes at least to write its next call.
const THINKING = 1_000

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string', default: join(root, 'bench', 'results') },
  },
})

// What an action answers has a limit of its own.
const ACTS = /^(click_|type_into|select_|set_|press_)/

const run = promisify(execFile)
const tokens = (text) => encode(text).length
/** @typedef {{ definitions: number, written: number, answered: number, done: boolean }} Cost */

/** The answers so far: where a model has its refs from. */
class Said {
  texts = []
  find(pattern) {
    const text = this.texts.findLast((each) => pattern.test(each))
    return text === undefined ? 'e999999' : pattern.exec(text)[1]
  }
}

/** A task on a desktop of its own. `call` makes one call and gives what was written and answered. */
async function replay(task, begin) {
  const session = await HeadlessSession.start({ width: 1280, height: 900, environment: task.environment ?? {} })
  const home = new Home(session.environment.HOME)
  let face
  try {
    await task.prepare?.(home)
    face = await begin(session, home)
    const said = new Said()
    const cost = { definitions: face.definitions, written: 0, answered: 0, done: false, actions: [] }
    for (const { tool, input } of task.calls(home)) {
      const { written, answered, failed } = await face.call({
        tool,
        input: typeof input === 'function' ? input(said) : input,
      })
      if (ACTS.test(tool) && !failed) cost.actions.push(tokens(answered))
      said.texts.push(answered)
      cost.written += tokens(written)
      cost.answered += tokens(answered)
      await pause(THINKING)
    }
    cost.done = await Promise.resolve(task.judge(home)).then(
      () => true,
      (error) => {
        console.error(`${task.program}: ${error}`)
        return false
      },
    )
    return { ...cost, script: await face.script?.() }
  } finally {
    await face?.end()
    await home.close()
    await session.stop()
  }
}

/** Over MCP, with the default profile of a checkout. */
const overMcp = (checkout, inWords) => async (session, home) => {
  const client = new Client({ name: 'faces', version: '0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(checkout, 'dist', checkout === root ? 'surehand.cjs' : 'cli.js'), 'mcp'],
      env: session.environment,
      cwd: home.directory,
      stderr: 'ignore',
    }),
  )
  const { tools } = await client.listTools()
  const definitions = tokens(JSON.stringify({ tools })) + tokens(client.getInstructions() ?? '')
  return {
    definitions,
    async call(each) {
      const call = inWords(each)
      const result = await client.callTool(call, { timeout: PATIENCE })
      const answered = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
      return { written: JSON.stringify(call), answered, failed: result.isError === true }
    },
    end: () => client.close(),
  }
}

const inTerminatorsWords = ({ tool, input }) => ({ name: tool, arguments: input })

/** On the command line, a daemon of its own. */
const onTheCommandLine = async (session, home) => {
  const env = { ...session.environment, SUREHAND_DAEMON: home.path('.daemon') }
  const surehand = (args) =>
    run(process.execPath, [COMMAND_LINE, ...args], { env, cwd: home.directory, timeout: PATIENCE }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    )
  const definitions = tokens(await surehand(['skill']))
  return {
    definitions,
    async call(each) {
      const args = asCommand(each)
      const answered = await surehand(args)
      const written = `surehand ${args.map(quoted).join(' ')}`
      if (!answered.includes('--confirm')) return { written, answered }
      // The policy asks about it: the same again, with a yes.
      return {
        written: `${written}\n${written} --confirm`,
        answered: `${answered}\n${await surehand([...args, '--confirm'])}`,
      }
    },
    script: () => surehand(['history', '--as', 'script']),
    end: () => surehand(['close', '--all']),
  }
}

/** As a shell takes it. */
function quoted(text) {
  return /^[\w@./:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

const rows = []
const files = ['day/tasks', 'faces'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder))
    .sort()
    .map((name) => `${folder}/${name}`),
)
const wanted = values.only?.split(',')
for (const file of files) {
  const { task } = await import(`./${file}`)
  if (wanted !== undefined && !wanted.includes(basename(file, '.mjs'))) continue
  install(task.packages)
  const reads = /** tokens of the trees that the same model reads to write a script */ []
  const commands = async (session, home) => {
    const face = await onTheCommandLine(session, home)
    return {
      ...face,
      async call(each) {
        const called = await face.call(each)
        if (/^get_|^validate_/.test(each.tool)) reads.push(tokens(called.answered))
        return called
      },
    }
  }
  // A desktop each, at the same time: most of a replay is the model's pauses.
  const [mcp, line, before] = await Promise.all([
    replay(task, overMcp(root, asCore)),
    replay(task, commands),
    values.before && replay(task, overMcp(resolve(values.before), inTerminatorsWords)),
  ])
  const api = tokens(readFileSync(join(root, 'docs', 'api.md'), 'utf8'))
  const sdk = {
    definitions: api,
    written: tokens(line.script),
    answered: reads.reduce((sum, each) => sum + each, 0),
    done: line.done,
  }
  rows.push({ program: task.program, mcp, line, sdk, before })
  console.error(
    `${task.program}: MCP ${total(mcp)}${mcp.done ? '' : ' NOT DONE'}, commands ${total(line)}${line.done ? '' : ' NOT DONE'}, before ${before && total(before)}`,
  )
}

function total({ definitions, written, answered }) {
  return definitions + written + answered
}

const text = report(rows)
writeFileSync(join(values.out, 'faces.md'), text)
console.log(text)
process.exit()

function report(rows) {
  const faces = [
    ['before', 'MCP before'],
    ['mcp', 'MCP'],
    ['line', 'command line'],
    ['sdk', 'SDK'],
  ].filter(([face]) => rows.every((row) => row[face] !== undefined))
  const number = (value) => value.toLocaleString('en')
  const sum = (face, of) => rows.reduce((all, row) => all + of(row[face]), 0)
  const first = values.before === undefined ? undefined : sum('before', total)
  const summary = faces.map(([face, name]) => {
    const part = first === undefined ? '' : ` ${((100 * sum(face, total)) / first).toFixed(0)} % |`
    const done = rows.filter((row) => row[face].done).length
    return `| ${name} | ${number(rows[0][face].definitions)} | ${number(sum(face, ({ written }) => written))} | ${number(sum(face, ({ answered }) => answered))} | ${number(sum(face, total))} |${part} ${done} of ${rows.length} |`
  })
  const answers = rows.flatMap(({ mcp }) => mcp.actions).sort((one, other) => one - other)
  const at = (part) => answers[Math.floor(answers.length * part)]
  const each = rows.map((row) => `| ${row.program} | ${faces.map(([face]) => number(total(row[face]))).join(' | ')} |`)
  return `# Three faces

Written by \`npm run bench:faces\` on ${today()}. ${machine}. The twelve tasks of [an agent's day](../agent/day.md) with
all their calls, wrong ones included, and three more (\`bench/agent/faces\`), each in a conversation of its own: the definitions
are read once in each. Tokens of \`o200k_base\`. Files that the programs write judge the tasks.

| face | definitions | written, all tasks | answered | total |${first === undefined ? '' : ' of before |'} done |
| --- | ---: | ---: | ---: | ---: |${first === undefined ? '' : ' ---: |'} ---: |
${summary.join('\n')}

An action that went well is answered over MCP with ${at(0.5)} tokens (median of ${answers.length}; 95 % have at most ${at(0.95)}).

- **MCP**: \`tools/list\` and the instructions of the core profile; the calls as JSON; the texts of the results.
- **Command line**: \`surehand skill\`; the commands; what they print.
- **SDK**: docs/api.md; the script that \`surehand history --as script\` writes of the session, and the trees that were read to know what
  to write; wrong calls are not in it, and it was not run for this table.${first === undefined ? '' : '\n- **MCP before**: the commit before the core profile had eight tools, with the calls in its words.'}

| program | ${faces.map(([, name]) => name).join(' | ')} |
| --- |${' ---: |'.repeat(faces.length)}
${each.join('\n')}
`
}
