import { quoted } from '../tree/quoted.js'
import type { SnapshotNode } from '../tree/snapshot.js'
import { ancestorsOf, type ElementRecord } from './element-record.js'

/** What is different of an element from what was recorded, in words: `renamed from "Save"`. */
export function differenceOf(record: ElementRecord, node: SnapshotNode): string[] {
  const words: string[] = []
  if (node.role !== record.role) words.push(`the role was ${record.role}`)
  if ((node.name ?? '') !== (record.name ?? '')) words.push(`renamed from ${quoted(record.name ?? '')}`)
  // Titles of windows change with what is open in them.
  const [before, now] = [record.ancestors, ancestorsOf(node)].map((labels) =>
    labels.filter((label) => !isWindow(label)),
  )
  const [left, entered] = [missing(before as string[], now as string[]), missing(now as string[], before as string[])]
  if (left.length > 0 && entered.length > 0) words.push(`moved from ${left.join(', ')} to ${entered.join(', ')}`)
  else if (entered.length > 0) words.push(`wrapped in ${entered.join(', ')}`)
  else if (left.length > 0) words.push(`no longer in ${left.join(', ')}`)
  if (record.id !== undefined && record.id === node.id) words.push(`the id ${record.id} is the same`)
  return words.length > 0 ? words : ['role, name and place are the same']
}

const isWindow = (label: string) => /^(?:window|dialog|alertdialog)\b/.test(label)

const missing = (labels: readonly string[], others: readonly string[]) =>
  labels.filter((label) => !others.includes(label))
