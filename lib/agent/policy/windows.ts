import type { Judgement, RuleName } from './judgement.js'

const ROOT = String.raw`["']?(?:[a-z]:(?:[\\/]+(?:\*(?:\.\*)?|windows(?:[\\/]system32)?|users|program files(?: \(x86\))?)?[\\/]?)?|[\\/]+\*?|~[\\/]?\*?|%(?:userprofile|systemroot|systemdrive)%[\\/]?\*?|\$(?:env:(?:userprofile|systemroot|systemdrive)|home)[\\/]?\*?)["']?(?=[\s,;&|)}]|$)`
const FETCH = String.raw`\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|curl|wget|downloadstring|downloaddata|start-bitstransfer)\b`

const of = (source: string, rule: RuleName, reason: string) => ({
  pattern: new RegExp(source, 'i'),
  judgement: { outcome: 'deny', rule, reason } satisfies Judgement,
})

const DELETES = 'it deletes a drive or a home'
const RUNS = 'it runs what was downloaded'

/** cmd.exe and PowerShell have no parser for Node: the plain catastrophes, as they are written. */
const PATTERNS = [
  of(String.raw`\b(?:rd|rmdir|del|erase)\b(?=[^\n]{0,300}\/s\b)[^\n]{0,300}\s${ROOT}`, 'delete-root', DELETES),
  of(String.raw`\b(?:del|erase)\b[^\n]{0,300}\s["']?[a-z]:[\\/]\*(?:\.\*)?`, 'delete-root', DELETES),
  of(
    String.raw`\b(?:remove-item|ri|rm|del|rd|rmdir|erase)\b(?=[^\n|]{0,300}\s-r(?:e(?:c(?:u(?:r(?:se?)?)?)?)?)?\b(?!-))[^\n|]{0,300}[\s,]${ROOT}`,
    'delete-root',
    DELETES,
  ),
  of(
    String.raw`\b(?:get-childitem|gci|ls|dir)\b[^\n|]{0,300}\s${ROOT}[^\n|]{0,300}\|\s*(?:(?:%|foreach-object|foreach)\s*\{\s*)?(?:remove-item|ri|rm|del|rd)\b`,
    'delete-root',
    DELETES,
  ),
  of(
    String.raw`\breg\s+delete\s+["']?(?:hklm|hkcu|hkcr|hku|hkey_\w+)(?:\\(?:system|software))?["']?(?:\s|$)`,
    'delete-root',
    'it deletes what the system starts with',
  ),
  of(String.raw`\bvssadmin\s+delete\s+shadows|\bwbadmin\s+delete`, 'delete-root', 'it deletes the backups'),
  of(
    String.raw`(?:^|[\n;&|(])\s*format(?:\.com)?\s+(?:[^\n]{0,300}\s)?["']?[a-z]:(?:\s|$|["'])`,
    'write-device',
    'it formats a drive',
  ),
  of(
    String.raw`\b(?:format-volume|clear-disk|initialize-disk|remove-partition)\b`,
    'write-device',
    'it formats a drive',
  ),
  of(
    String.raw`\bdiskpart\b[\s\S]{0,300}\bclean\b|\bclean\b[\s\S]{0,300}\bdiskpart\b`,
    'write-device',
    'it formats a drive',
  ),
  of(String.raw`\\\\[.?]\\(?:physicaldrive|harddisk)`, 'write-device', 'it writes over a drive'),
  of(
    String.raw`${FETCH}[^;\n]{0,300}\|\s*(?:iex|invoke-expression|powershell|pwsh|cmd)\b`,
    'download-into-shell',
    RUNS,
  ),
  of(
    String.raw`(?:\biex|\binvoke-expression|scriptblock\]::create|&\s*\()[\s\S]{0,400}?${FETCH}`,
    'download-into-shell',
    RUNS,
  ),
  of(String.raw`\b(?:mshta|regsvr32|rundll32|msiexec)(?:\.exe)?\b[^\n]{0,300}\bhttps?:`, 'download-into-shell', RUNS),
  of(String.raw`%0\s*\|\s*%0`, 'fork-bomb', 'it starts itself without end'),
]

export function windowsDenials(text: string): Judgement[] {
  return PATTERNS.filter(({ pattern }) => pattern.test(text)).map(({ judgement }) => judgement)
}
