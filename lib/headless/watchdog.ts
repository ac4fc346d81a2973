import { type ChildProcess, spawn } from 'node:child_process'

/** Every process of a session carries this variable; by it, and never by name, the session's processes are found. */
export const MARK = 'SUREHAND_SESSION'

/**
 * Ends the session when its input ends: at `stop()`, or when the owner is gone, however it went. Applications fork and
 * detach, so it looks for the mark and not for children. CONT lets a stopped process see its TERM; KILL comes only
 * after two seconds, because an X server that is killed leaves its lock file behind. It looks until it has found nobody
 * twice: a process shows no environment at the moment when it is being executed.
 */
const WATCHDOG = `
trap '' HUP INT TERM
while read -r _; do :; done
members() { grep -lsF "${MARK}=$1" /proc/[0-9]*/environ | cut -d / -f 3; }
round=0
told=' '
quiet=0
while [ $quiet -lt 2 ] && [ $round -lt 300 ]; do
  pids=$(members "$1")
  if [ -n "$pids" ]; then quiet=0; else quiet=$((quiet + 1)); fi
  for pid in $pids; do
    case $told in *" $pid "*) continue ;; esac
    told="$told$pid "
    kill -TERM $pid 2>/dev/null
    kill -CONT $pid 2>/dev/null
  done
  if [ $round -gt 100 ]; then kill -KILL $pids 2>/dev/null; fi
  [ $quiet -eq 2 ] || sleep 0.02
  round=$((round + 1))
done
rm -rf "$1" || { sleep 0.1; rm -rf "$1"; }
`

/** Starts the watchdog of a session. */
export function watch(directory: string): ChildProcess {
  // A session of its own, so that Ctrl-C in a terminal reaches the owner and not the watchdog.
  const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin' }
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'surehand-watchdog', directory], {
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  })
  watchdog.on('error', () => {})
  watchdog.stdin?.on('error', () => {})
  release(watchdog)
  return watchdog
}

/** Has the watchdog end the session, and waits until it has. */
export async function end(watchdog: ChildProcess, directory: string): Promise<void> {
  // Somebody may have killed the watchdog; a new one does its work.
  const active = watchdog.exitCode === null && watchdog.signalCode === null ? watchdog : watch(directory)
  const gone = new Promise<void>((resolve) => {
    active.once('exit', () => resolve())
    active.once('error', () => resolve())
  })
  active.ref()
  active.stdin?.end()
  await gone
}

/** It no longer keeps Node running. */
export function release(child: ChildProcess): void {
  child.unref()
  for (const stream of child.stdio) (stream as { unref?: () => void } | null)?.unref?.()
}
