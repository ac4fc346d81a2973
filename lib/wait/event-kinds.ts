import type { NativeEventKind } from '../native/binding.js'

/** What events are about. The same list as `src-native/core/seam/events.cc`. */
export const EVENT_KINDS = [
  'structure',
  'property',
  'state',
  'text',
  'value',
  'focus',
  'window',
  'selection',
] as const satisfies readonly NativeEventKind[]
