import type { NativeNode } from '../../native/binding.js'

/** Whether a field shows a text that was given to it, in its own way of writing: a number, a time, or within its input mask. */
export function showsText(node: NativeNode, text: string): boolean {
  const value = lines(node.value ?? '')
  return value === lines(text) || isSameNumber(node, text) || isSameTime(node, text) || isMasked(value, text)
}

function lines(value: string): string {
  return value.replace(/\r\n?/g, '\n')
}

const DECIMAL_COMMA = /^\s*[-+]?\d+,\d+\s*$/

/** A spin button and a cell write their number in their own way: `33.00`, `33,00`. A cell may hold more than a number. */
function isSameNumber(node: NativeNode, text: string): boolean {
  const { role, value = '' } = node
  const isNumber = role === 'spinbutton' || (role === 'cell' && /^[-\d.,]+$/.test(value))
  const number = DECIMAL_COMMA.test(text) && DECIMAL_COMMA.test(value) ? text.replace(',', '.') : text
  return isNumber && !isInParts(node) && text.trim() !== '' && saysNumber(value, Number(number))
}

function isTime(value: string): boolean {
  return /^\d+(:\d\d)+$/.test(value)
}

/** A field for a time takes no other form than its own: a time without seconds gets them. */
export function inFormOf({ role, value = '' }: NativeNode, text: string): string {
  const given = text.trim()
  const fits = role === 'spinbutton' && isTime(given) && isTime(value) && value.length > given.length
  return fits ? given + value.slice(given.length).replace(/\d/g, '0') : text
}

// `17:45` and `1/2/24`; `24.12.2025`; `1 Jan 2024`.
const IN_PARTS = [/\d[:/]\d/, /\d+([.-])\d+\1\d+/, /\d[ ,.]*\p{L}+[ ,.]*\d/u]

/** Whether a field shows a date or a time, which it changes a part at a time: keys would go to one of its parts. */
export function isInParts({ role, value = '' }: NativeNode): boolean {
  return role === 'spinbutton' && IN_PARTS.some((form) => form.test(value))
}

/** A field for a time adds the seconds: `17:45:00`. */
function isSameTime({ role, value = '' }: NativeNode, text: string): boolean {
  const given = text.trim()
  return (
    role === 'spinbutton' &&
    isTime(given) &&
    isTime(value) &&
    /^(:00)*$/.test(value.slice(given.length)) &&
    value.startsWith(given)
  )
}

/** An input mask adds what stands between the parts (`192.168.001.001`). A number with a point in it is another number. */
function isMasked(value: string, text: string): boolean {
  if (text.trim() === '' || value.length <= text.length || withoutSigns(value) !== withoutSigns(text)) return false
  return isWithin(text, value) && (Number.isNaN(Number(value)) || Number.isNaN(Number(text)))
}

function withoutSigns(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether one text comes of another by leaving characters out. */
function isWithin(part: string, whole: string): boolean {
  let at = 0
  for (const character of whole) if (at < part.length && part.startsWith(character, at)) at += character.length
  return at === part.length
}

/** Values are texts, some with a unit after them (`50 %`), some with a decimal comma. */
function numberIn(value: string | undefined): number {
  const digits = value?.match(/-?\d+([.,]\d+)?(e[-+]?\d+)?/i)?.[0]
  return digits === undefined ? Number.NaN : Number(digits.replace(',', '.'))
}

/** Whether a value says a number. Toolkits keep some as 32-bit floats and write others with few digits. */
export function saysNumber(value: string | undefined, number: number): boolean {
  const said = numberIn(value)
  return Math.abs(said - number) <= 1e-6 * Math.max(1, Math.abs(said), Math.abs(number))
}
