import { writeFileSync } from 'node:fs'
import type { ToolResult } from '../../agent/result.js'
import type { Refusal, Reply } from './messages.js'

/** What a command ends with: 0 done, and known to be or read; 1 anything else; 2 wrong usage. */
export const EXIT = { done: 0, failed: 1, usage: 2, unknown: 3, notFound: 4, ambiguous: 5, refused: 6 } as const
type Exit = (typeof EXIT)[keyof typeof EXIT]

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

/** Prints an answer as a person or a model reads it, or as JSON, and says what to end with. `command`: which was typed. */
export function answer(reply: Reply, { json = false, out }: { json?: boolean; out?: string }, command?: string): Exit {
  if ('text' in reply) {
    console.log(json ? JSON.stringify({ text: reply.text }) : reply.text)
    return EXIT.done
  }
  if ('refusal' in reply) {
    const { code, message } = reply.refusal
    if (json) console.log(JSON.stringify({ error: reply.refusal }))
    else console.error(`${code}: ${message}`)
    return exitOf(reply.refusal)
  }
  const { result } = reply
  const files = picturesOf(result, out)
  const data = files.length === 0 ? result.structuredContent : { ...result.structuredContent, files }
  if (json) console.log(JSON.stringify(data))
  else {
    const texts = result.content.flatMap((each) => (each.type === 'text' ? [each.text] : []))
    const text = inCommandsWords([...texts, ...files].join('\n'), command)
    if (result.isError) console.error(text)
    else console.log(text)
  }
  const { error, effect } = result.structuredContent as { error?: Refusal; effect?: string }
  if (error !== undefined) return exitOf(error)
  return effect === 'unknown' ? EXIT.unknown : EXIT.done
}

/** Tools speak of tools and their options. */
function inCommandsWords(text: string, command: string | undefined): string {
  const own = command === undefined ? text : text.replace(/^\w+ failed:/, `${command} failed:`)
  return own.replaceAll('timeout_ms waits on', '--timeout waits on')
}

function exitOf({ code, sent }: Refusal): Exit {
  return sent === 'unknown' ? EXIT.unknown : (BY_CODE[code] ?? EXIT.failed)
}

function picturesOf({ content }: ToolResult, out = 'surehand'): string[] {
  const pictures = content.flatMap((each) => (each.type === 'image' ? [each] : []))
  return pictures.map(({ data, mimeType }, index) => {
    const ending = mimeType === 'image/png' ? 'png' : 'jpg'
    const file =
      /\.\w+$/.test(out) && pictures.length === 1 ? out : `${out}${index === 0 ? '' : `-${index + 1}`}.${ending}`
    writeFileSync(file, Buffer.from(data, 'base64'))
    return file
  })
}
