import type { ErrorCode } from '../../sdk/errors.js'

/** How a check ended. */
export interface CheckReport {
  number: number
  name: string
  result: 'passed' | 'failed' | 'not run'
  /** ms; of a check that ran. */
  duration?: number
  /** The program did not answer in time at first, and the check was run a second time. */
  retried?: true
  /** Of a check that failed. */
  failure?: Failure
}

/** What was tried, what was seen, what to do. */
export interface Failure {
  tried: string
  /** The code of the error, where it was one of surehand. */
  code?: ErrorCode
  seen: string
  remedy: string
}

/** What `surehand doctor --self-test` says. It has no name, path or text of the user. */
export interface Report {
  surehand: string
  node: string
  /** `linux x64`, and the version of its kernel. */
  system: string
  /** `linux`, where a desktop was opened. */
  backend?: string
  /** Where the checks ran: the user's own desktop, or a private one. */
  desktop: 'own' | 'headless'
  /** `x11`, `wayland`, and `GNOME`. */
  session: string
  /** Of the program that the checks were tried on. */
  toolkit?: string
  permissions: { name: string; state: string }[]
  /** What this desktop cannot do, and why. */
  unavailable: { name: string; reason: string }[]
  /** What prevented every check. */
  problem?: Failure
  checks: CheckReport[]
  passed: number
  /** ms */
  duration: number
}

const MARKS = { passed: 'ok     ', failed: 'FAILED ', 'not run': 'not run' }

/** The report as text, to be pasted into an issue. */
export function reportText(report: Report): string {
  const { surehand, node, system, backend, desktop, session, toolkit, problem, checks, passed, duration } = report
  const where = desktop === 'headless' ? 'headless desktop' : "user's desktop"
  return [
    'surehand doctor --self-test',
    `surehand ${surehand}, Node ${node}, ${system}`,
    `${where}${backend === undefined ? '' : `, ${backend}`}${session === '' ? '' : `, ${session}`}, ${toolkit ?? 'no program'}`,
    ...report.permissions.map(({ name, state }) => `permission ${name}: ${state}`),
    ...report.unavailable.map(({ name, reason }) => `not available: ${name}: ${reason}`),
    '',
    ...(problem === undefined ? [] : [...failureLines('PROBLEM', problem), '']),
    ...checks.flatMap(checkLines),
    '',
    `${passed} of ${checks.length} checks passed in ${(duration / 1_000).toFixed(1)} s`,
  ].join('\n')
}

function checkLines({ number, name, result, duration, retried, failure }: CheckReport): string[] {
  const again = retried ? ', second try: no answer in time at first' : ''
  const took = duration === undefined ? '' : ` (${Math.round(duration)} ms${again})`
  const line = `${MARKS[result]} ${String(number).padStart(2)} ${name}${took}`
  return failure === undefined ? [line] : failureLines(line, failure)
}

function failureLines(head: string, { tried, code, seen, remedy }: Failure): string[] {
  const error = code === undefined ? seen : `${code}: ${seen}`
  return [head, `           tried: ${tried}`, `           seen:  ${error}`, `           do:    ${remedy}`]
}

const REMEDIES: Partial<Record<ErrorCode, string>> = {
  NO_DESKTOP:
    process.platform === 'win32'
      ? 'Run it in the session of a user who has signed in, with the screen unlocked.'
      : 'Run it in a desktop session with a session bus and at-spi2-core, or with --headless on Linux. npx surehand doctor says what is missing.',
  PERMISSION_DENIED: 'Grant the permission that the message names, then run the self-test again.',
  NATIVE_LOAD_FAILED: 'Install the package again: npm install surehand.',
  UNSUPPORTED: 'This desktop does not offer it. npx surehand doctor says what is available and why the rest is not.',
  APP_UNRESPONSIVE: 'Run it again when the machine has less to do. If it fails again, paste this report into an issue.',
  TIMEOUT: 'Run it again when the machine has less to do. If it fails again, paste this report into an issue.',
  ABORTED: 'Run it again when the machine has less to do. If it fails again, paste this report into an issue.',
}

/** What to do about an error; of one that is not of surehand, `undefined`. */
export function remedyFor(code: ErrorCode | undefined): string {
  const known = code === undefined ? undefined : REMEDIES[code]
  return (
    known ??
    'Do not touch the mouse and the keyboard, and run it again. If it fails again, paste this report into an issue.'
  )
}
