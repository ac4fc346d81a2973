import type { Judgement, RuleName } from '../judgement.js'

export const deny = (rule: RuleName, reason: string): Judgement => ({ outcome: 'deny', rule, reason })

const ROOT = String.raw`(?:"|')?(?:[a-z]:(?:[\\/]+(?:\*(?:\.\*)?|windows(?:[\\/]system32)?|users|program files(?: \(x86\))?)?)?|[\\/]+(?:\*(?:\.\*)?)?|~(?:[\\/]\*?)?|[\\/]+[.?][\\/]physicaldrive\d)(?:[\\/]?\*(?:\.\*)?)?(?:"|')?`

/** Of one command. */
export const HARMS: readonly [RegExp, Judgement][] = [
  [
    new RegExp(String.raw`^(?:rd|rmdir|del|erase)\b(?=.*/s\b)(?:.*\s)?${ROOT}(?:\s|$)`, 'i'),
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
    /^reg\s+delete\s+["']?(?:\\\\[^\\]+\\)?(?:hk(?:lm|cu|cr|u)|hkey_\w+)(?:\\(?:system|software|sam|security))?["']?(?:\s|$)/i,
    deny('delete-root', 'it deletes what the system starts with'),
  ],
  [
    /^(?:remove-item|ri|rm|del|rd|rmdir)\b.*\bhk(?:lm|cu|cr):[\\/]?(?:system|software)?[\\/]?\*?["']?(?:\s|$)/i,
    deny('delete-root', 'it deletes what the system starts with'),
  ],
  [
    new RegExp(
      String.raw`^(?:sdelete(?:64)?|icacls|cacls|takeown)\b(?=.*(?:/deny|-s\b|-c\b|-z\b|/reset|/remove))(?:.*\s)?${ROOT}(?:\s|$)`,
      'i',
    ),
    deny('delete-root', 'it deletes a drive or a home'),
  ],
  [/^robocopy\b.*\s["']?[a-z]:\\?["']?\s.*\/(?:mir|purge)/i, deny('delete-root', 'it deletes a drive or a home')],
  [/^format(?:\.com)?\s+(?:.*\s)?["']?[a-z]:(?:\s|$|["'])/i, deny('write-device', 'it formats a drive')],
  [/^(?:format-volume|clear-disk|initialize-disk|remove-partition)\b/i, deny('write-device', 'it formats a drive')],
  [/^clean\s+all$/i, deny('write-device', 'it formats a drive')],
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
export const FLOWS: readonly [RegExp, Judgement][] = [
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
  [
    new RegExp(String.raw`\[(?:system\.)?io\.(?:directory|file)\]::delete\(\s*${ROOT}\s*[,)]`, 'i'),
    deny('delete-root', 'it deletes a drive or a home'),
  ],
  [
    new RegExp(
      String.raw`\b(?:get-childitem|gci|ls|dir)\b[^|\n]{0,200}\s${ROOT}(?:\s[^|\n]{0,200})?\|\s*(?:%|foreach-object|foreach)\s*\{[^}]{0,200}\b(?:remove-item|ri|rm|del|rd)\b`,
      'i',
    ),
    deny('delete-root', 'it deletes a drive or a home'),
  ],
  [
    new RegExp(
      String.raw`\bforfiles\b(?=[^\n]{0,300}/s\b)(?=[^\n]{0,300}\b(?:del|rd|rmdir|erase)\b)[^\n]{0,300}/p\s+${ROOT}(?:\s|$)`,
      'i',
    ),
    deny('delete-root', 'it deletes a drive or a home'),
  ],
  [
    /\b\d+\.\.\d{4,}\s*\|\s*(?:%|foreach-object|foreach)\s*\{[^}]*\b(?:start|saps|start-process|start-job)\b/i,
    deny('fork-bomb', 'it starts programs without end'),
  ],
  [/%0\s*\|\s*%0/i, deny('fork-bomb', 'it starts itself without end')],
  [/:(\w+)\s*[\n&]+\s*start\b[^\n]*[\n&]+\s*goto\s+:?\1/i, deny('fork-bomb', 'it starts programs without end')],
  [
    /\bfor\s+\/l\s+%+\w\s+in\s*\(\s*(?:-?\d+\s*,\s*0\s*,\s*-?\d+|-?\d+\s*,\s*-?\d+\s*,\s*-?\d{4,})?\s*\)\s*do\s+\(?\s*(?:start|cmd)\b/i,
    deny('fork-bomb', 'it starts programs without end'),
  ],
  [
    /\b(?:while\s*\(\s*(?:\$true|1)\s*\)|for\s*\(\s*;\s*;\s*\))\s*\{[^}]*\b(?:start-process|saps|start-job|start)\b/i,
    deny('fork-bomb', 'it starts programs without end'),
  ],
]

const DISKPART = /(?:^|[\n&|(;])[ \t]*(?:start[ \t]+)?diskpart\b/i
const WIPES =
  /(?:^|[\n&(|"'`]|\becho[\s.(])[ \t]*(?:clean(?:\s+all)?\s*(?:$|[\n&)|>"'`])|format\s+(?:quick|fs)|delete\s+(?:partition|volume|disk)|convert\s+(?:gpt|mbr))/i

/** What diskpart is told, by whatever way. */
export function wipesByDiskpart(text: string): boolean {
  return DISKPART.test(text) && WIPES.test(text)
}
