import type { RunOutcome, StepOutcome } from './outcome.js'

/** A table of what became of each step, for a person. */
export function summary({
  steps,
  status,
  duration,
  error,
}: Pick<RunOutcome, 'steps' | 'status' | 'duration' | 'error'>): string {
  const rows = steps.map((step) => [
    String(step.number),
    step.name,
    wordFor(step),
    seconds(step.duration),
    noteOf(step),
  ])
  const table = [['', 'step', 'status', 'time', ''], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => (row[column] as string).length)))
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [...lines, '', ending(status, duration, error)].join('\n')
}

function ending(status: RunOutcome['status'], duration: number, error: RunOutcome['error']): string {
  const how = {
    executed_without_error: 'Done',
    executed_with_error: error === undefined ? 'Done, with errors' : 'Failed',
    cancelled: 'Stopped',
  }
  const why =
    error === undefined ? '' : `: ${error.place === undefined ? '' : `${error.place}: `}${error.code}: ${error.message}`
  return `${how[status]} after ${seconds(duration)}${why}`
}

function wordFor({ status, seen }: StepOutcome): string {
  const words = {
    executed_without_error: 'done',
    executed_with_error: 'failed',
    cancelled: 'stopped',
    skipped: 'left out',
  }
  return seen ? 'was done' : words[status]
}

function noteOf({ attempts, error, result }: StepOutcome): string {
  if (error !== undefined) return error.code
  const effect = (result as { effect?: unknown } | undefined)?.effect
  return [...(typeof effect === 'string' ? [effect] : []), ...(attempts > 1 ? [`${attempts} tries`] : [])].join(', ')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
