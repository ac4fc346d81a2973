/** What stands in place of a picture: in a chat's text, and where a vendor takes nothing but a picture, a small grey one. */
const LEFT_OUT = '[A picture was here. It was left out because newer ones follow; take another if one is needed.]'
const NOT_STORED = '[A picture was here. Pictures are not stored.]'
export const GREY_PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mNoQAMMI1sAAAUMgAHjM1mKAAAAAElFTkSuQmCC'

/**
 * The same messages with their newest `keep` pictures; older ones are replaced by a text that says so. Messages of every client that
 * there is an adapter for: pictures in tool results, and in what a person sent. Nothing that is given is changed.
 */
export function trimImages<Message>(messages: readonly Message[], keep = 3): Message[] {
  return replaced(messages, keep, LEFT_OUT)
}

/** The same messages without any picture, for what is stored. */
export function withoutImages<Message>(messages: readonly Message[]): Message[] {
  return replaced(messages, 0, NOT_STORED)
}

function replaced<Message>(messages: readonly Message[], keep: number, text: string): Message[] {
  let seen = 0
  return mapPictures(messages, (picture) => (++seen <= keep ? picture : standIn(picture, text))) as Message[]
}

type Part = Record<string, unknown> & { type: string }

function standIn(picture: Part, text: string): Part {
  switch (picture.type) {
    // The result of an OpenAI computer call has to be a screenshot.
    case 'computer_screenshot':
      return { type: picture.type, ...('data' in picture ? { data: GREY_PICTURE } : { image_url: GREY_PICTURE }) }
    case 'input_image':
      return { type: 'input_text', text }
    default:
      return { type: 'text', text }
  }
}

// Where messages have their parts, and tool results theirs. What a model wrote as the input of a tool is none of these.
const WITHIN = ['content', 'output', 'value']

/** Every picture of some messages, the newest first, mapped to what is to be there instead. What has none stays the same object. */
export function mapPictures(value: unknown, map: (picture: Part) => unknown): unknown {
  if (Array.isArray(value)) {
    const mapped = value.toReversed().map((each) => mapPictures(each, map))
    return mapped.every((each, place) => each === value[value.length - 1 - place]) ? value : mapped.reverse()
  }
  if (typeof value !== 'object' || value === null) return value
  if (isPicture(value)) return map(value)
  if ((value as { type?: unknown }).type === 'json') return value
  const changed = WITHIN.flatMap((key) => {
    const own = (value as Record<string, unknown>)[key]
    const mapped = typeof own === 'object' ? mapPictures(own, map) : own
    return mapped === own ? [] : [[key, mapped] as const]
  })
  return changed.length === 0 ? value : copyWith(value, Object.fromEntries(changed))
}

/** LangChain's messages are instances, and what they are stored as is beside what they say. */
function copyWith(value: object, changed: Record<string, unknown>): object {
  const copy: object & { lc_kwargs?: object } = Object.assign(
    Object.create(Object.getPrototypeOf(value)),
    value,
    changed,
  )
  if (copy.lc_kwargs !== undefined) copy.lc_kwargs = { ...copy.lc_kwargs, ...changed }
  return copy
}

const PICTURES = [
  'image',
  'image_url',
  'input_image',
  'image-data',
  'image-url',
  'image-file-id',
  'computer_screenshot',
]
const FILES = ['file', 'file-data', 'file-url', 'media']

function isPicture(value: object): value is Part {
  const { type, mediaType } = value as { type?: unknown; mediaType?: unknown }
  if (typeof type !== 'string') return false
  return PICTURES.includes(type) || (FILES.includes(type) && /^image(\/|$)/.test(String(mediaType)))
}

// What a screenshot comes to with vendors that count by its size, which a message does not say: bench/results/tokens.md has ten.
const PICTURE = 1_500

/** About how many tokens messages, or a result, come to: four bytes of UTF-8 for one, and as many for every picture as for any other. */
export function estimateTokens(messages: unknown): number {
  let pictures = 0
  const words = mapPictures(messages, () => {
    pictures++
    return ''
  })
  const text = typeof words === 'string' ? words : (JSON.stringify(words) ?? '')
  return Math.ceil(Buffer.byteLength(text) / 4) + pictures * PICTURE
}
