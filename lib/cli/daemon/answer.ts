import { writeFileSync } from 'node:fs'
import type { ToolResult } from '../../agent/result.js'
import { WITHOUT_TREE } from '../../agent/tools/see/get-window-tree.js'
import { isSurehandError } from '../../sdk/errors.js'
import { EXIT, type Exit } from './exit.js'
import type { Printed } from './messages.js'

const BY_CODE: Readonly<Record<string, Exit>> = {
  INVALID_ARGUMENT: EXIT.usage,
  INVALID_SELECTOR: EXIT.usage,
  NOT_FOUND: EXIT.notFound,
  APP_NOT_FOUND: EXIT.notFound,
  APP_EXITED: EXIT.notFound,
  STALE: EXIT.notFound,
  INCOMPLETE_TREE: EXIT.notFound,
  AMBIGUOUS: EXIT.ambiguous,
  REFUSED: EXIT.refused,
  PERMISSION_DENIED: EXIT.refused,
  NOT_ACTIONABLE: EXIT.refused,
  UNSUPPORTED: EXIT.refused,
}

/** How an answer is printed. */
interface Form {
  json: boolean
  /** The command that was typed. */
  name: string
  /** Where a picture is written. */
  out: string
  /** The address of a page to look on. */
  shown?: string | undefined
}

/** The answer of a tool as a person or a model reads it, or as JSON, and what to end with. */
export function printed(result: ToolResult, { json, name, out, shown }: Form): Printed {
  const files = picturesOf(result, out)
  const { error, effect } = result.structuredContent as { error?: Refusal; effect?: string }
  const code = error !== undefined ? exitOf(error) : effect === 'unknown' ? EXIT.unknown : EXIT.done
  if (json) {
    const view = shown === undefined ? {} : { view: shown }
    const data = { ...result.structuredContent, ...(files.length === 0 ? {} : { files }), ...view }
    return { out: `${JSON.stringify(data)}\n`, code }
  }
  const texts = result.content.flatMap((each) => (each.type === 'text' ? [each.text] : []))
  const text = `${inCommandsWords([...texts, ...files, ...(shown === undefined ? [] : [shown])].join('\n'), name)}\n`
  return result.isError ? { error: text, code } : { out: text, code }
}

/** What a command says that calls no tool. */
export function said(text: string, json: boolean): Printed {
  return { out: `${json ? JSON.stringify({ text }) : text}\n`, code: EXIT.done }
}

/** What was thrown. */
export function refused(error: unknown, json: boolean): Printed {
  const refusal = refusalOf(error)
  const code = exitOf(refusal)
  if (json) return { out: `${JSON.stringify({ error: refusal })}\n`, code }
  return { error: `${refusal.code}: ${refusal.message}\n`, code }
}

interface Refusal {
  code: string
  message: string
  sent: 'no' | 'unknown'
}

function refusalOf(error: unknown): Refusal {
  if (isSurehandError(error)) return { code: error.code, message: error.message, sent: error.sent }
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error), sent: 'unknown' }
}

/** Tools speak of tools and their options. */
function inCommandsWords(text: string, command: string): string {
  return text
    .replace(/^\w+ failed:/, `${command} failed:`)
    .replace(
      WITHOUT_TREE,
      " It publishes no accessibility tree: type and press reach its window, see --ocr reads its words, which click '#N' clicks, see shows it.",
    )
    .replace('ocr: what a click takes as index with vision_type ocr', "ocr: click '#1' clicks that word")
    .replaceAll('timeout_ms waits on', '--timeout waits on')
}

function exitOf({ code, sent }: Refusal): Exit {
  return sent === 'unknown' ? EXIT.unknown : (BY_CODE[code] ?? EXIT.failed)
}

function picturesOf({ content }: ToolResult, out: string): string[] {
  const pictures = content.flatMap((each) => (each.type === 'image' ? [each] : []))
  return pictures.map(({ data, mimeType }, index) => {
    const ending = mimeType === 'image/png' ? 'png' : 'jpg'
    const file =
      /\.\w+$/.test(out) && pictures.length === 1 ? out : `${out}${index === 0 ? '' : `-${index + 1}`}.${ending}`
    writeFileSync(file, Buffer.from(data, 'base64'))
    return file
  })
}
