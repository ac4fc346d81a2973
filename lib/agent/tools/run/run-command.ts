import { isAbsolute, join } from 'node:path'
import { SurehandError } from '../../../sdk/errors.js'
import { type Ended, run } from '../../command/command.js'
import { Root } from '../../files/root.js'
import { resultSchema } from '../../result-schema.js'
import { input, type ValueOf } from '../../schema.js'
import { wrong } from '../../target.js'
import { ACTS, tool } from '../../tool.js'

const TIMEOUT = 120_000

// What a model reads of an output. The rest is in the data, which ends at 32 KiB.
const SHOWN = 4_000

const SHELLS = ['sh', 'bash', 'zsh', 'powershell', 'pwsh', 'cmd'] as const
type Shell = (typeof SHELLS)[number]

const inputSchema = input({
  run: { type: 'string', minLength: 1, description: 'What is run: a line of the shell, or with `engine` a script.' },
  script_file: { type: 'string', minLength: 1, description: 'Instead of `run`: the file that has it.' },
  engine: {
    enum: ['node', 'javascript', 'js'],
    description:
      'Runs JavaScript in a Node of its own: `env` has the variables, what it returns is the `result`. Default: the shell.',
  },
  shell: { enum: SHELLS, description: 'Default: sh; powershell on Windows.' },
  env: {
    type: 'object',
    description: 'Variables on top of those of the desktop. Numbers and the like become text.',
  },
  working_directory: { type: 'string', description: 'In the folder that commands are kept to, which is the default.' },
  timeout_ms: {
    type: 'integer',
    minimum: 1,
    description: 'After which it is ended, with what it started. Default: 120000.',
  },
})
type Input = ValueOf<typeof inputSchema>

export const runCommand = tool({
  name: 'run_command',
  title: 'Run a command',
  description:
    'Runs a command or script to its end, without a window, and says what it wrote. A status other than 0 is a failure. For programs with a window: open_application.',
  needs: 'commands',
  inputSchema,
  outputSchema: resultSchema({
    exit_code: { type: 'integer' },
    stdout: { type: 'string', description: 'Its end, at most 64 KiB.' },
    stderr: { type: 'string' },
    left_out: { type: 'integer', description: 'Bytes of both before these, which were not kept.' },
    result: { description: 'What a script returned.' },
    duration_ms: { type: 'integer' },
  }),
  annotations: ACTS,
  run: async (input, { desktop, commands }, { signal }) => {
    const { working_directory = '.', timeout_ms = TIMEOUT } = input
    const root = await Root.at((commands as NonNullable<typeof commands>).root)
    const folder = await root.folderPath(working_directory)
    const script = await scriptOf(input, root)
    const began = performance.now()
    const variables = textsOf(input.env)
    const { asked, program, args } = programOf(input, script, variables)
    // Asking a person takes their time, which is not the command's.
    const ended = await desktop.run(asked, { signal }, (environment) => {
      const gives = input.engine !== undefined
      return run({ program, args, gives, folder, environment, timeout: timeout_ms, signal })
    })
    if (ended.code !== 0) throw failed(ended)
    const duration_ms = Math.round(performance.now() - began)
    const result = returnedBy(ended)
    const left_out = ended.output.dropped + ended.errors.dropped
    const [stdout, stderr] = [ended.output.text, ended.errors.text]
    const given = result === undefined ? [] : [`result: ${JSON.stringify(result)}`]
    return {
      text: `It ended with 0 after ${duration_ms} ms.`,
      shown: [...given, ...parts(stdout, stderr)].join('\n') || '(it wrote nothing)',
      data: {
        exit_code: 0,
        stdout,
        stderr,
        ...(left_out === 0 ? {} : { left_out }),
        ...(result === undefined ? {} : { result }),
        duration_ms,
      },
    }
  },
})

/** The text itself, also of a file: what is asked about is what is run. */
async function scriptOf({ run, script_file, working_directory = '.' }: Input, root: Root): Promise<string> {
  if ((run === undefined) === (script_file === undefined)) throw wrong('run_command needs either run or script_file')
  if (run !== undefined) return run
  const file = script_file as string
  return root.read(isAbsolute(file) ? file : join(working_directory, file))
}

interface Started {
  /** As it would be typed, which is what a policy reads. */
  asked: { command: string; args: readonly string[]; environment: Readonly<Record<string, string>> }
  program: string
  args: readonly string[]
}

function programOf({ engine, shell }: Input, script: string, environment: Record<string, string>): Started {
  if (engine !== undefined) {
    if (shell !== undefined) throw wrong('a shell and an engine cannot be asked for at once')
    return {
      asked: { command: 'node', args: ['-e', script], environment },
      program: process.execPath,
      args: ['--input-type=commonjs', '-e', returning(script)],
    }
  }
  const own: Shell = shell ?? (process.platform === 'win32' ? 'powershell' : 'sh')
  const args =
    own === 'cmd'
      ? ['/d', '/s', '/c', script]
      : own.startsWith('p')
        ? ['-NoProfile', '-Command', script]
        : ['-c', script]
  return { asked: { command: own, args, environment }, program: own, args }
}

/** The script as the body of a function, whose value goes to descriptor 3. */
function returning(script: string): string {
  return `const env = process.env
;(async () => {
${script}
})().then(
  (value) => { if (value !== undefined) require('node:fs').writeSync(3, JSON.stringify(value)) },
  (error) => { console.error(error); process.exitCode = 1 },
)`
}

function textsOf(variables: unknown): Record<string, string> {
  const entries = Object.entries((variables ?? {}) as Record<string, unknown>)
  const odd = entries.find(([name]) => !/^[A-Za-z_]\w*$/.test(name))
  if (odd !== undefined) throw wrong(`${JSON.stringify(odd[0])} is no name of a variable`)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

function parts(stdout: string, stderr: string): string[] {
  return [
    ...(stdout.trim() === '' ? [] : [end(stdout)]),
    ...(stderr.trim() === '' ? [] : [`standard error:\n${end(stderr)}`]),
  ]
}

function end(text: string): string {
  const trimmed = text.trimEnd()
  return trimmed.length <= SHOWN
    ? trimmed
    : `… (${trimmed.length - SHOWN} characters before this)\n${trimmed.slice(-SHOWN)}`
}

function returnedBy({ value }: Ended): unknown {
  if (value.dropped === 0) return value.text === '' ? undefined : (JSON.parse(value.text) as unknown)
  const message = 'It ended with 0, and what it returned is too long to be given. Return less, or write it to a file.'
  throw new SurehandError('VERIFY_FAILED', message, { exit_code: 0 }, { sent: 'unknown' })
}

function failed({ code, signal, output, errors }: Ended): SurehandError {
  const how = code === null ? `was ended by ${signal}` : `ended with ${code}`
  const wrote = parts(output.text.slice(-400), errors.text.slice(-600)).join('\n')
  return new SurehandError(
    'VERIFY_FAILED',
    `It ${how}, and not with 0.${wrote === '' ? ' It wrote nothing.' : `\n${wrote}`}`,
    { exit_code: code, signal },
    { sent: 'unknown' },
  )
}
