import { Worker } from 'node:worker_threads'
import { SurehandError } from '../../../sdk/errors.js'
import type { Value } from '../file/expression.js'

export interface ParserInput {
  /** The tree that a step read: as data where it is JSON, else as its text. */
  tree: Value
  /** What came of the steps. */
  sequenceResult: Value
}

// ms. Whatever a plan has to say of its results, it says sooner.
const DEADLINE = 5_000
const MEGABYTES = 64

/**
 * Runs in a thread of its own, in a context that has the language and nothing else. Only texts go in and out: an object of ours would
 * lead to everything that we have. https://nodejs.org/api/vm.html ("not a security mechanism" by itself)
 */
const WORKER = `
const { parentPort, workerData } = require('node:worker_threads')
const vm = require('node:vm')
const { code, input, timeout } = workerData
const sandbox = vm.createContext(Object.create(null), {
  codeGeneration: { strings: false, wasm: false },
  microtaskMode: 'afterEvaluate',
})
const run = (source, filename) => vm.runInContext(source, sandbox, { timeout, filename })
try {
  // Stack traces would be given as objects of ours.
  run("Object.defineProperty(Error, 'prepareStackTrace', { value: undefined }); delete Error.captureStackTrace; delete globalThis.WebAssembly; delete globalThis.console", 'prelude')
  run('var { tree, sequenceResult } = JSON.parse(' + JSON.stringify(input) + ')', 'input')
  const source = '(() => { const made = (function () { ' + code + '\\n})(); const text = JSON.stringify(made); return text === undefined ? "null" : "" + text })()'
  parentPort.postMessage({ text: String(run(source, 'output_parser')) })
} catch (error) {
  let message = 'It failed.'
  try { message = String(error && error.message) } catch {}
  parentPort.postMessage({ error: message })
}`

/** What a plan's output parser makes of a run. INVALID_ARGUMENT with what it threw; TIMEOUT when it takes too long. */
export async function parseOutput(code: string, input: ParserInput, deadline = DEADLINE): Promise<Value> {
  // The one way out of a context is a module, which cannot be spelled otherwise.
  if (/\bimport\b/.test(code)) throw failure('it may not say `import`: it has nothing but `tree` and `sequenceResult`')
  const worker = new Worker(WORKER, {
    eval: true,
    env: {},
    workerData: { code, input: JSON.stringify(input), timeout: deadline },
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    stdin: false,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = await new Promise<{ text?: string; error?: string }>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', (error) => resolve({ error: error.message }))
      worker.once('exit', () => resolve({ error: 'it ended without an answer' }))
      const late = () =>
        reject(new SurehandError('TIMEOUT', `output_parser: it was not done after ${deadline} ms.`, { deadline }))
      // The context ends it by itself; this is for what does not let itself be ended.
      timer = setTimeout(late, deadline + 1_000)
    })
    if (answer.error !== undefined) {
      if (/execution timed out/.test(answer.error))
        throw new SurehandError('TIMEOUT', `output_parser: it was not done after ${deadline} ms.`, { deadline })
      throw failure(answer.error)
    }
    return JSON.parse(answer.text as string) as Value
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** The tree that a step's answer has in it. */
export function treeIn(text: string | undefined): Value {
  if (text === undefined) return null
  const inside = /<untrusted[^>]*>\n([\s\S]*)\n<\/untrusted>/.exec(text)?.[1] ?? text
  try {
    return JSON.parse(inside) as Value
  } catch {
    return inside
  }
}

function failure(message: string): SurehandError {
  return new SurehandError('INVALID_ARGUMENT', `output_parser: ${message}`, {})
}
