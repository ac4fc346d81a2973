import { all, type Behaviour, type Commands, operandsOf } from '../call.js'
import { DOWNLOAD } from '../marks.js'

export const downloads: Behaviour = ({ shell, words, name }) => {
  const lends =
    (/^(?:nc|ncat|netcat)(?:\.|$)/.test(name) &&
      words.some((word) => /^(?:-\w*[ec]|--(?:sh-)?exec(?:=.*)?)$/.test(word))) ||
    (name === 'socat' && words.some((word) => /^(?:exec|system):/i.test(word)))
  if (lends) shell.add('download-into-shell', 'it has the network type into a shell')
  // Under its own name, wget and `curl -O` save it.
  const named =
    /^(?:wget2?|aria2c|axel|lwp-download|hget|snarf)$/.test(name) ||
    words.some((word) => /^-\w*O$|^--remote-name/.test(word))
  words.forEach((word, index) => {
    const next = words[index + 1]
    if (/^-[a-zA-Z]*[oO]$/.test(word) && next !== undefined && !/^https?:/.test(next)) shell.write(next, DOWNLOAD)
    const long = /^(?:--output(?:-document)?|--out)(?:=(.*))?$/.exec(word)
    const folder = /^(?:-P|--directory-prefix)$/.test(words[index - 1] ?? '') ? word : undefined
    if (folder !== undefined) for (const each of words) shell.write(`${folder}/${each.split('/').at(-1)}`, DOWNLOAD)
    const target = long === null ? /^-[oO](?!-)(.+)/.exec(word)?.[1] : (long[1] ?? next)
    if (target !== undefined) shell.write(target, DOWNLOAD)
    const last = /^(?:[a-z]+:\/\/)?[^\s/]+\/(?:[^\s?#]*\/)?([^\s/?#]+)(?:[?#].*)?$/.exec(word)?.[1]
    if (named && !word.startsWith('-') && last !== undefined) shell.write(last, DOWNLOAD)
  })
  if (name === 'scp' || name === 'rsync') {
    const operands = operandsOf(words)
    const to = operands.at(-1) ?? '.'
    shell.write(to, DOWNLOAD)
    for (const from of operands.slice(0, -1)) {
      if (from.includes(':')) shell.write(`${to}/${from.split(/[:/]/).at(-1)}`, DOWNLOAD)
    }
  }
  return DOWNLOAD
}

/** Commands that bring something from the network. */
export const FETCHING: Commands = all(
  'curl wget wget2 fetch aria2c axel lwp-request lwp-download get http https xh nc ncat netcat nc.openbsd socat ftp lftp tftp ' +
    'lynx w3m links elinks scp dig nslookup host gsutil curlie httpie telnet snarf hget rclone lwp-mirror whois finger',
  downloads,
)
