import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Every process of a session carries this variable; by it, and never by name, the session's processes are found, unless they write over
 * their environment: see {@link enlist}.
 */
export const MARK = 'SUREHAND_SESSION'

/**
 * What of a list of processes (`pid state parent … start`) belongs to a session, as `pid:start`: who carries the mark, who is known, who
 * is in the process session of one that is known, and the descendants of these.
 */
const BELONGING = `
  BEGIN {
    split(marked, m, " "); for (i in m) member[m[i]] = 1
    split(known, k, " "); for (i in k) { split(k[i], two, ":"); token[k[i]] = 1; leader[two[1]] = two[2] }
  }
  $2 != "Z" && $2 != "X" {
    start[$1] = $21; parent[$1] = $3; group[$1] = $5
    if (($1 ":" $21) in token) member[$1] = 1
  }
  END {
    for (pid in start) {
      of = group[pid]
      if (of in leader && (!(of in start) || start[of] == leader[of])) member[pid] = 1
    }
    do {
      grown = 0
      for (pid in start) if (!(pid in member) && parent[pid] in member) { member[pid] = 1; grown = 1 }
    } while (grown)
    for (pid in member) if (pid in start) print pid ":" start[pid]
  }`

/**
 * Ends the session when its input ends: at `stop()`, or when the owner is gone, however it went. Applications fork and
 * detach, so it looks for the mark and for what was enlisted, and for children of these. CONT lets a stopped process see its TERM; KILL
 * comes only after two seconds, because an X server that is killed leaves its socket behind. It looks until it has found none
 * twice: a process shows no environment at the moment when it is being executed. Who was found once is known, though its parent ends.
 */
const WATCHDOG = `
trap '' HUP INT TERM
while read -r _; do :; done
known=
# members <directory> <awk> <mark> <held>
members() {
  marked=$(grep -lsF "$3=$1" /proc/[0-9]*/environ | cut -d / -f 3 | tr '\\n' ' ')
  if [ "$4" = held ]; then
    marked="$marked $(find /proc/[0-9]*/fd -maxdepth 1 -lname "$1*" 2>/dev/null | cut -d / -f 3 | sort -u | tr '\\n' ' ')"
  fi
  known="$known $(cat "$1/started" 2>/dev/null | tr '\\n' ' ')"
  cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^\\([0-9]*\\) (.*) /\\1 /' | awk -v marked="$marked" -v known="$known" "$2"
}
patience=100
[ "$4" = held ] && patience=5
round=0
told=' '
quiet=0
while [ $quiet -lt 2 ] && [ $round -lt 300 ]; do
  found=$(members "$1" "$2" "$3" "$4")
  known="$known $found"
  if [ -n "$found" ]; then quiet=0; else quiet=$((quiet + 1)); fi
  for one in $found; do
    case $told in *" $one "*) continue ;; esac
    told="$told$one "
    kill -TERM \${one%:*} 2>/dev/null
    kill -CONT \${one%:*} 2>/dev/null
  done
  if [ $round -gt $patience ]; then for one in $found; do kill -KILL \${one%:*} 2>/dev/null; done; fi
  [ $quiet -eq 2 ] || sleep 0.02
  round=$((round + 1))
done
rm -rf "$1" || { sleep 0.1; rm -rf "$1"; }
`

/**
 * Has a session remember a process by its pid and its start, which no other ever has: a program may write over its environment and its
 * arguments, as Chromium does with its title. `desktop.launch()` does the same natively.
 */
export function enlist(directory: string, { pid }: ChildProcess): void {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may hold anything; the start is the 22nd field.
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    appendFileSync(join(directory, 'started'), `${pid}:${start}\n`)
  } catch {
    // It was not started, or has ended.
  }
}

/**
 * Starts the watchdog of a session, or of whatever else carries `mark` with the value `directory`, or something that begins so. `held`: also
 * of what has a file open in the directory, and KILL comes after five looks: no command has a socket to clear away.
 */
export function watch(directory: string, mark = MARK, held: 'held' | '' = ''): ChildProcess {
  // A session of its own, so that Ctrl-C in a terminal reaches the owner and not the watchdog.
  const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin' }
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'surehand-watchdog', directory, BELONGING, mark, held], {
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
export async function end(watchdog: ChildProcess, directory: string, again = () => watch(directory)): Promise<void> {
  // The watchdog may have been killed; a new one does its work.
  const active = watchdog.exitCode === null && watchdog.signalCode === null ? watchdog : again()
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
