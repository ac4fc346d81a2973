/**
 * Traces: what `desktop.tracing` writes, for programs that read it.
 *
 * @module surehand/trace
 */

export type { Run } from '../../sdk/tracing/runs.js'
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
  VideoEntry,
} from '../../sdk/tracing/trace-format.js'
export { MASK, VERSION } from '../../sdk/tracing/trace-format.js'
export type { Tracing, TracingEnd, TracingOptions } from '../../sdk/tracing/tracing.js'
export { readTrace } from './read.js'
export { type TraceTree, Trees } from './rebuilt.js'
