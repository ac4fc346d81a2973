/**
 * Writes test/live/mcp-transcript.md: what `npx surehand mcp --demo` answers to the official client, and, when it is told how to start one, to
 * the inspector. Needs `npm run build`.
 *
 *   node scripts/mcp-transcript.mjs ['npx @modelcontextprotocol/inspector']
 */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const root = join(import.meta.dirname, '..')
const inspector = process.argv[2]
const SERVER = [process.execPath, join(root, 'dist', 'surehand.cjs'), 'mcp', '--demo', '--profile', 'terminator']

/** The call that agents know. */
const REPLY = {
  process: 'outlook',
  selector: 'role:Button|name:Reply',
  alternative_selectors: 'role:Button|name:Reply All, role:Button|automationid:btnReply',
  fallback_selectors: 'role:MenuItem|name:Reply',
  retries: 3,
  verify_element_exists: 'role:Document|name:Message',
  verify_timeout_ms: 3000,
  highlight_before_action: false,
}
const text = { process: 'outlook', selector: 'role:textbox|name:Text' }

const CALLS = [
  ['What runs.', 'get_applications_and_windows_list', {}],
  ['What it shows.', 'get_window_tree', { process: 'outlook' }],
  ['The answer is begun; that it was is verified.', 'click_element', REPLY],
  ['Something is typed and read back.', 'type_into_element', { ...text, text_to_type: 'At noon, then.' }],
  ['A look at the field itself.', 'validate_element', text],
  [
    'A name that is not quite right: nothing is pressed, and what it could be is said.',
    'click_element',
    { process: 'outlook', selector: 'role:button|name:Sned', timeout_ms: 1000 },
  ],
  ['A picture of the window.', 'capture_screenshot', { process: 'outlook' }],
  [
    'The same with numbered elements: a number is an `index` of `click_element`.',
    'capture_screenshot',
    { process: 'outlook', mode: 'som' },
  ],
  [
    'Two steps in one call, checked before the first is done.',
    'execute_sequence',
    {
      variables: { what: { type: 'string' } },
      inputs: { what: 'At one, then.' },
      steps: [
        { id: 'write', tool_name: 'type_into_element', arguments: { ...text, text_to_type: '{{what}}' } },
        { id: 'look', tool_name: 'validate_element', arguments: text },
      ],
    },
  ],
  ['Nothing of that kind runs any more.', 'stop_execution', {}],
  [
    'A question to the person: this client has nobody who could answer.',
    'ask_user',
    { question: 'Send it?', choices: ['yes', 'no'] },
  ],
  ['A file tool, which is off unless it is switched on.', 'read_file', { path: 'letter.txt' }],
  [
    'It is sent, and that is verified.',
    'click_element',
    {
      process: 'outlook',
      selector: 'role:button|name:Send',
      verify_element_exists: 'name:"Sent to Ann"',
      verify_element_not_exists: 'role:document',
    },
  ],
]

const INSPECTED = [
  ['--method', 'tools/list'],
  ['--method', 'tools/call', '--tool-name', 'get_window_tree', '--tool-arg', 'process=outlook'],
  [
    '--method',
    'tools/call',
    '--tool-name',
    'click_element',
    ...Object.entries(REPLY).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]),
  ],
  ['--method', 'resources/list'],
  ['--method', 'prompts/get', '--prompt-name', 'selectors'],
]

const parts = []
const say = (...lines) => parts.push(...lines)
const fenced = (language, content) => say(`\`\`\`${language}`, clean(content), '```', '')

/** Nothing of this machine. */
function clean(content) {
  return content.replaceAll(root, '…').replaceAll(homedir(), '~').replaceAll(tmpdir(), '/tmp')
}

function contentOf({ content = [] }) {
  return content
    .map((part) =>
      part.type === 'text' ? part.text : `(${part.mimeType}, ${Math.round((part.data.length * 3) / 4 / 1024)} KiB)`,
    )
    .join('\n')
}

async function withTheClient() {
  const client = new Client({ name: 'transcript', version: '0' })
  const [command, ...args] = SERVER
  await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }))
  const { tools } = await client.listTools()
  const { name, version } = client.getServerVersion()
  say(`${name} ${version}; ${tools.length} tools: ${tools.map(({ name }) => `\`${name}\``).join(', ')}.`, '')
  for (const [why, name, input] of CALLS) {
    say(`### ${name}`, '', why, '')
    fenced('json', JSON.stringify(input, null, 1))
    try {
      const result = await client.callTool({ name, arguments: input })
      fenced('text', contentOf(result))
      say('As data:', '')
      fenced('json', JSON.stringify(result.structuredContent, null, 1))
    } catch (error) {
      fenced('text', `protocol error: ${error.message}`)
    }
  }
  await client.close()
}

const run = promisify(execFile)

async function withTheInspector(command) {
  const [program, ...own] = command.split(' ')
  for (const args of INSPECTED) {
    const shown = args.map((arg) => (/^[\w/.:=-]+$/.test(arg) ? arg : `'${arg}'`)).join(' ')
    say('', `### ${args[1]}${args[3] === undefined ? '' : ` ${args[3]}`}`, '')
    fenced('sh', `npx @modelcontextprotocol/inspector --cli npx surehand mcp --demo --profile all ${shown}`)
    const { stdout } = await run(program, [...own, '--cli', ...SERVER, ...args], { maxBuffer: 1e8, env: process.env })
    const answer = JSON.parse(stdout)
    if (answer.tools) fenced('text', answer.tools.map(({ name, title }) => `${name}: ${title}`).join('\n'))
    else if (answer.content) fenced('text', contentOf(answer))
    else if (answer.messages) fenced('text', `${answer.messages[0].content.text.split('\n').slice(0, 6).join('\n')}\n…`)
    else fenced('json', JSON.stringify(answer, null, 1))
  }
}

say(
  '# A session over MCP',
  '',
  'Written by `node scripts/mcp-transcript.mjs` from a real run, and not by hand: `npx surehand mcp --demo --profile all`, a private headless desktop with',
  'a small mail program on it ([demo/mail.py](../../demo/mail.py)), which nobody sees. For `npx surehand` the built command line was called.',
  '',
  '## Driven by the official client',
  '',
)
await withTheClient()
if (inspector !== undefined) {
  say('## Driven by the inspector', '', 'Each command is a server and a desktop of its own.')
  await withTheInspector(inspector)
}
writeFileSync(join(root, 'test', 'live', 'mcp-transcript.md'), `${parts.join('\n').trimEnd()}\n`)
