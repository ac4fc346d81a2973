/** Traces: what `desktop.tracing` writes, for programs that read it. */

export type {
  AppEntry,
  End,
  Entry,
  EventsEntry,
  Header,
  OutputEntry,
  PictureEntry,
  Place,
  ReceiptOfStep,
  Sent,
  SourceEntry,
  StepEntry,
  TreeEntry,
} from './format.js'
export { MASK, VERSION } from './format.js'
export { readTrace } from './read.js'
export { type TraceTree, Trees } from './rebuilt.js'
export type { Run } from './runs.js'
export type { Tracing, TracingEnd, TracingOptions } from './tracing.js'
