import type { Judgement, RuleName } from '../judgement.js'

// cmd.exe and PowerShell have no parser that is kept for Node. Their texts are brought to one plain spelling, as far as it is
// possible without running them, and every command in it is looked at.

const deny = (rule: RuleName, reason: string): Judgement => ({ outcome: 'deny', rule, reason })

const ROOT = String.raw`(?:"|')?(?:[a-z]:(?:[\\/]+(?:\*(?:\.\*)?|windows(?:[\\/]system32)?|users|program files(?: \(x86\))?)?)?|[\\/]+(?:\*(?:\.\*)?)?|~(?:[\\/]\*?)?|[\\/]+[.?][\\/]physicaldrive\d)(?:[\\/]?\*(?:\.\*)?)?(?:"|')?`

const HARMS: readonly [RegExp, Judgement][] = [
  [
    new RegExp(String.raw`^(?:rd|rmdir|del|erase)\b(?=.*\s/s)(?:.*\s)?${ROOT}(?:\s|$)`, 'i'),
    deny('delete-root', 'it deletes a drive or a home'),
  ],
  [/^(?:del|erase)\b(?:.*\s)?["']?[a-z]:[\\/]\*(?:\.\*)?/i, deny('delete-root', 'it deletes a drive or a home')],
  [
    new RegExp(
      String.raw`^(?:remove-item|ri|rm|del|rd|rmdir|erase)\b(?=.*\s-r(?:e(?:c(?:u(?:r(?:se?)?)?)?)?)?\b)(?:.*[\s,])?${ROOT}(?:\s|,|$)`,
      'i',
    ),
    deny('delete-root', 'it deletes a drive or a home'),
  ],
  [
    /^(?:get-childitem|gci|ls|dir)\b.*(?:\s|^)["']?(?:[a-z]:[\\/]?|~|[\\/])["']?(?:\s.*)?\|\s*(?:remove-item|ri|rm|del)\b/i,
    deny('delete-root', 'it deletes a drive or a home'),
  ],
  [
    /^\[(?:system\.)?io\.directory\]::delete\(\s*["']?[a-z]:[\\/]*["']?/i,
    deny('delete-root', 'it deletes a drive or a home'),
  ],
  [/^robocopy\b.*\s["']?[a-z]:\\?["']?\s.*\/(?:mir|purge)/i, deny('delete-root', 'it deletes a drive or a home')],
  [/^format(?:\.com)?\s+(?:.*\s)?["']?[a-z]:(?:\s|$|["'])/i, deny('write-device', 'it formats a drive')],
  [/^(?:format-volume|clear-disk|initialize-disk|remove-partition)\b/i, deny('write-device', 'it formats a drive')],
  [/\bdiskpart\b.*\bclean\b|\bclean\b.*\|\s*diskpart\b|^clean\s+all$/i, deny('write-device', 'it formats a drive')],
  [/^cipher\s+.*\/w:/i, deny('write-device', 'it writes over a drive')],
  [
    /(?:>\s*|of=|-path\s+|openwrite\(\s*["']?)\\\\[.?]\\(?:physicaldrive|harddisk)/i,
    deny('write-device', 'it writes over a drive'),
  ],
  [
    /^vssadmin\s+delete\s+shadows|^wmic\s+shadowcopy\s+delete|^wbadmin\s+delete/i,
    deny('delete-root', 'it deletes the backups'),
  ],
  [/^bcdedit\s.*(?:\/delete|recoveryenabled\s+no)/i, deny('delete-root', 'it deletes what the system starts with')],
  [
    /^(?:shutdown|logoff|stop-computer|restart-computer)(?:\.exe)?\b(?!\s*\/\?)(?!.*\s[-/]a\b)/i,
    { outcome: 'ask', rule: 'end-session', reason: 'it switches off or logs out' },
  ],
  [
    /^rundll32(?:\.exe)?\s+user32(?:\.dll)?\s*,\s*lockworkstation/i,
    { outcome: 'ask', rule: 'end-session', reason: 'it locks the session' },
  ],
  [
    /^(?:taskkill\b.*\s\/f\b|stop-process\b.*\s-force\b)/i,
    { outcome: 'ask', rule: 'kill', reason: 'it ends programs without asking them' },
  ],
]

/** Of the whole line, where what matters is what flows from one command to the next. */
const FLOWS: readonly [RegExp, Judgement][] = [
  [
    /\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|curl|wget|downloadstring|downloaddata|openread|start-bitstransfer)\b[^;]*\|\s*(?:iex|invoke-expression|powershell|pwsh|cmd)\b/i,
    deny('download-into-shell', 'it runs what was downloaded'),
  ],
  [
    /(?:\biex|\binvoke-expression|scriptblock\]::create|&\s*\(|\.invoke)[\s\S]*?\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|downloaddata|webclient|curl|wget)\b/i,
    deny('download-into-shell', 'it runs what was downloaded'),
  ],
  [
    /\b(?:mshta|regsvr32|rundll32|msiexec)(?:\.exe)?\b.*\bhttps?:/i,
    deny('download-into-shell', 'it runs what it downloads'),
  ],
  [/%0\s*\|\s*%0/i, deny('fork-bomb', 'it starts itself without end')],
  [/:(\w+)\s*[\n&]+\s*start\b[^\n]*[\n&]+\s*goto\s+:?\1/i, deny('fork-bomb', 'it starts programs without end')],
  [
    /\bfor\s+\/l\s+%+\w\s+in\s*\(\s*\d+\s*,\s*0\s*,\s*\d+\s*\)\s*do\s+start\b/i,
    deny('fork-bomb', 'it starts programs without end'),
  ],
  [
    /\b(?:while\s*\(\s*(?:\$true|1)\s*\)|for\s*\(\s*;\s*;\s*\))\s*\{[^}]*\b(?:start-process|saps|start-job|start)\b/i,
    deny('fork-bomb', 'it starts programs without end'),
  ],
]

/** What is harmful in it on Windows. */
export function windowsJudgements(text: string, depth = 0): Judgement[] {
  if (depth > 5 || text.length > 16 * 1024) return []
  const found: Judgement[] = []
  for (const line of spellings(text)) {
    for (const [pattern, judgement] of FLOWS) if (pattern.test(line)) found.push(judgement)
    if (runsWhatItSaves(line)) found.push(deny('download-into-shell', 'it runs what was downloaded'))
    for (const command of commands(line)) {
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
      !/\b(?:certutil\b.*-urlcache|bitsadmin\b.*\/transfer|(?:iwr|curl|wget|invoke-webrequest)\b.*\s-(?:outfile|o)\b)/i.test(
        command,
      )
    )
      continue
    for (const program of programs) saved.add(program)
  }
  return false
}

/** The same text as cmd.exe and as PowerShell read it. */
function spellings(text: string): string[] {
  return [...new Set([cmd(text), powershell(text)])]
}

const CMD_VARIABLES: Record<string, string> = {
  systemdrive: 'C:',
  homedrive: 'C:',
  systemroot: 'C:\\Windows',
  windir: 'C:\\Windows',
  userprofile: '~',
  comspec: 'cmd',
  homepath: '\\',
  cd: '.',
}

function cmd(text: string): string {
  const variables = new Map(Object.entries(CMD_VARIABLES))
  const value = (name: string) => variables.get(name.toLowerCase())
  return text
    .split('\n')
    .map((line) =>
      line
        .split(/(&&?|\|\|)/)
        .map((part) => {
          const plain = part
            .replace(/\^(.)/g, '$1')
            .replace(
              /[%!](\w+)(?::~(-?\d+)(?:,(-?\d+))?)?[%!]/g,
              (all, name: string, from?: string, length?: string) => {
                const known = value(name)
                if (known === undefined || from === undefined) return known ?? all
                const at = Number(from)
                return length === undefined ? known.slice(at) : known.slice(at).slice(0, Number(length))
              },
            )
            // Quotes inside a word are nothing.
            .replace(/(?<=\w)""?(?=\w)/g, '')
          const set = /^\s*set\s+(?:\/a\s+)?"?(\w+)=([^"]*)"?/i.exec(plain)
          if (set) variables.set((set[1] as string).toLowerCase(), (set[2] as string).trimEnd())
          return plain
        })
        .join(''),
    )
    .join('\n')
}

function powershell(text: string): string {
  const joined = (of: string) =>
    of.replace(/(['"])\s*\+\s*(['"])/g, (all, first, second) => (first === second ? '' : all))
  let plain = joined(text.replace(/`(?=[a-z-])/gi, ''))
  plain = plain.replace(/\[char\]\s*(?:0x([0-9a-f]+)|(\d+))/gi, (_, hex?: string, code?: string) => {
    return `'${String.fromCharCode(hex === undefined ? Number(code) : Number.parseInt(hex, 16))}'`
  })
  plain = joined(plain)
  // "{1}{0}" -f 'a','b'
  plain = plain.replace(
    /["']((?:\{\d\})+)["']\s*-f\s*((?:["'][^"']*["']\s*,?\s*)+)/g,
    (_, format: string, values: string) => {
      const texts = [...values.matchAll(/["']([^"']*)["']/g)].map(([, each]) => each ?? '')
      return `'${format.replace(/\{(\d)\}/g, (_all, index: string) => texts[Number(index)] ?? '')}'`
    },
  )
  const variables = new Map<string, string>([
    ['env:systemdrive', 'C:'],
    ['env:homedrive', 'C:'],
    ['env:systemroot', 'C:\\Windows'],
    ['env:windir', 'C:\\Windows'],
    ['env:userprofile', '~'],
    ['home', '~'],
  ])
  for (const [, name = '', value = ''] of plain.matchAll(/\$(\w+)\s*=\s*["']([^"']*)["']/g))
    variables.set(name.toLowerCase(), value)
  plain = plain.replace(/\$\{?((?:env:)?\w+)\}?/gi, (all, name: string) => variables.get(name.toLowerCase()) ?? all)
  plain = joined(plain)
  // `& 'name'` and `. (name)` call what is named; `iex 'text'` what it says.
  plain = plain.replace(/(?:^|(?<=[;\n|{]))\s*[&.]\s*\(?\s*["']([\w.-]+)["'](?:\s*\))?/g, '$1')
  return plain.replace(/\b(?:iex|invoke-expression)\s+\(?\s*(["'])(.*?)\1\s*\)?/gi, '; $2 ;')
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
    /^(?:start|call|forfiles\s.*\/c|runas\s+\/\S+|invoke-command\s.*\{|for\s+.*?\bdo)\s+(?:""\s+)?(.*)$/is.exec(
      command,
    )?.[1]
  const bare = /^(?:powershell|pwsh)\s+(?!-)(.+)$/is.exec(command)?.[1]
  return (inner ?? bare)?.replace(/^["']|["']$/g, '')
}
