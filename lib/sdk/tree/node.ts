import type { NativeSnapshot } from '../native/binding.js'
import type { CutReason } from '../vocabulary.js'
import { quoted } from './quoted.js'

/** Screen pixels; the origin is the top left corner of the screen. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** Why a part of a tree is missing. */
export interface Cut {
  reason: CutReason
  detail?: string
}

/** An element as plain data: what `Snapshot.from` reads and `toJSON` writes. Screen pixels; normalised names. */
export interface TreeNode {
  role: string
  name?: string
  value?: string
  description?: string
  id?: string
  class?: string
  placeholder?: string
  platformRole?: string
  localizedRole?: string
  shortcut?: string
  bounds?: Rect
  /** `enabled`, `checked`, `checked=mixed`, `checked=false`, … */
  states?: string[]
  attributes?: Record<string, string>
  actions?: string[]
  /** Executable of the process that this subtree lives in. */
  process?: string
  pid?: number
  /** What the key `app:` compares with. */
  apps?: string[]
  cut?: Cut
  children?: TreeNode[]
}

/** `button "Save"`. */
export function labelOf(native: NativeSnapshot, index: number): string {
  const name = native.name(index)
  return name === undefined || name === '' ? native.role(index) : `${native.role(index)} ${quoted(name)}`
}

/** From the root's children down; the root itself is what the caller asked about. */
export function pathOf(native: NativeSnapshot, index: number): string {
  const labels: string[] = []
  for (let node = index; node > 0; node = native.parent(node)) labels.unshift(labelOf(native, node))
  return labels.length > 0 ? labels.join(' > ') : labelOf(native, index)
}
