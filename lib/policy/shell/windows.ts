import type { Judgement } from '../judgement.js'
import { deny, FLOWS, HARMS, wipesByDiskpart } from './windows-harms.js'
import { spellings } from './windows-spellings.js'

// cmd.exe and PowerShell have no parser that is kept for Node. Their texts are brought to one plain spelling, as far as it is
// possible without running them, and every command in it is looked at.

/** What is harmful in it on Windows. */
export function windowsJudgements(text: string, depth = 0): Judgement[] {
  if (depth > 5 || text.length > 16 * 1024) return []
  const found: Judgement[] = []
  // Both spellings of most commands are the same.
  const seenCommands = new Set<string>()
  for (const line of spellings(text)) {
    for (const [pattern, judgement] of FLOWS) if (pattern.test(line)) found.push(judgement)
    if (wipesByDiskpart(line)) found.push(deny('write-device', 'it formats a drive'))
    if (runsWhatItSaves(line)) found.push(deny('download-into-shell', 'it runs what was downloaded'))
    for (const command of commands(line)) {
      if (seenCommands.has(command)) continue
      seenCommands.add(command)
      for (const [pattern, judgement] of HARMS) if (pattern.test(command)) found.push(judgement)
      const inner = innerOf(command)
      if (inner !== undefined) found.push(...windowsJudgements(inner, depth + 1))
    }
    const encoded = /\b(?:powershell|pwsh)(?:\.exe)?\b.*?\s[-/]e(?:c|n[a-z]*)?\s+["']?([a-z0-9+/=]{8,})/i.exec(
      line,
    )?.[1]
    if (encoded !== undefined)
      found.push(...windowsJudgements(Buffer.from(encoded, 'base64').toString('utf16le'), depth + 1))
    for (const [, bytes = ''] of line.matchAll(/frombase64string\(\s*["']([^"']+)["']/gi)) {
      for (const encoding of ['utf8', 'utf16le'] as const) {
        found.push(...windowsJudgements(Buffer.from(bytes, 'base64').toString(encoding), depth + 1))
      }
    }
  }
  // Several spellings of one text are one text.
  const seen = new Set<string>()
  return found.filter(({ rule, reason }) => !seen.has(rule + reason) && seen.add(rule + reason))
}

/** Whether a command saves a program from the network that a later one starts. */
function runsWhatItSaves(line: string): boolean {
  const saved = new Set<string>()
  for (const command of line.split(/[&;\n]/)) {
    const programs = command.toLowerCase().match(/[\w.-]+\.(?:exe|bat|cmd|ps1|vbs|msi|js)\b/g) ?? []
    if (programs.some((program) => saved.has(program))) return true
    if (
      !/\b(?:certutil\b.*-urlcache|bitsadmin\b.*\/transfer|start-bitstransfer\b|(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod)\b.*\s-(?:outfile|o)\b)/i.test(
        command,
      )
    )
      continue
    for (const program of programs) saved.add(program)
  }
  return false
}

function commands(line: string): string[] {
  const parts = line.split(/&&?|\|\||[;\n(){}]/).map((part) => part.trim())
  const piped = parts.flatMap((part) => [part, ...part.split('|').map((each) => each.trim())])
  return [...new Set(piped)].map((part) =>
    part
      .replace(/^@/, '')
      .replace(/^["']?(?:[a-z]:)?\\?(?:[\w.-]+\\)+(?=[\w-]+(?:\.exe|\.com)?["']?\s)/i, '')
      .replace(/^([\w-]+)\.(?:exe|com)\b/i, '$1'),
  )
}

/** What `cmd /c …`, `powershell -command …`, `start …`, `for … do …` run. */
function innerOf(command: string): string | undefined {
  const shell =
    /^(?:cmd|%comspec%)\b.*?\s\/[ckr]\s*(.*)$/is.exec(command) ??
    /^(?:powershell|pwsh)\b.*?\s[-/]c[a-z]*\s+(.*)$/is.exec(command)
  const inner =
    shell?.[1] ??
    /^(?:start|call|forfiles\s.*\/c|runas\s+\/\S+|invoke-command\s.*\{|for\s+.*?\bdo|wmic\s.*\bcreate|schtasks\s.*\/tr|psexec\S*\s+(?:\\\\\S+\s+)?(?:-\w+\s+)*)\s+(?:""\s+)?(.*)$/is.exec(
      command,
    )?.[1]
  const started =
    /^(?:start-process|saps|start)\s+(?:\/\w+\s+)*(?:-filepath\s+)?["']?([\w.:\\-]+)["']?\s+(?:-a\w*\s+)?(.+)$/is.exec(
      command,
    )
  if (started !== null) return `${started[1]} ${(started[2] as string).replace(/["',@()]+/g, ' ')}`.trim()
  const bare = /^(?:powershell|pwsh)\s+(?!-)(.+)$/is.exec(command)?.[1]
  return (inner ?? bare)?.replace(/^["']|["']$/g, '')
}
