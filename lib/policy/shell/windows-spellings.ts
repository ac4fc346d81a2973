/** The same text as cmd.exe and as PowerShell read it. */
export function spellings(text: string): string[] {
  return [...new Set([unrolled(cmd(text)), unrolled(powershell(text))])]
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
          const set = /(?:^|["'(\s])set\s+(?:\/a\s+)?"?(\w+)=([^"]*)"?/i.exec(plain)
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
  // Quotes inside a word are nothing.
  plain = plain.replace(/(?<=\w)(['"])(\w*)\1(?=\w)/g, '$2')
  plain = plain.replace(
    /(['"])([^'"]*)\1(?:\.replace\(\s*(['"])([^'"]*)\3\s*,|\s+-c?replace\s+(['"])([^'"]*)\5\s*,)\s*(['"])([^'"]*)\7\)?/gi,
    (_, _q, text: string, _r, first?: string, _s?: string, second?: string, _t?: string, by = '') =>
      `'${text.replaceAll(first ?? second ?? '', by)}'`,
  )
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
  // What was downloaded, where it is used.
  for (const [, name = '', value = ''] of plain.matchAll(
    /\$(\w+)\s*=\s*([^;\n]*\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|curl|wget|webclient|downloadstring)\b[^;\n]*)/gi,
  ))
    variables.set(name.toLowerCase(), `(${value})`)
  plain = plain.replace(/\$\{?((?:env:)?\w+)\}?/gi, (all, name: string) => variables.get(name.toLowerCase()) ?? all)
  plain = joined(plain)
  // `& 'name'` and `. (name)` call what is named; `iex 'text'` what it says.
  plain = plain.replace(/(?:^|(?<=[;\n|{]))\s*[&.]\s*\(?\s*["']([\w.-]+)["'](?:\s*\))?/g, '$1')
  return plain.replace(/\b(?:iex|invoke-expression)\s+\(?\s*(["'])(.*?)\1\s*\)?/gi, '; $2 ;')
}

const LOOP = /\bfor\s+(?:\/[dfr]\s+(?:"[^"]*"\s+)?)?%+(\w)\s+in\s*\(([^)]*)\)\s*do\s+([^\n]*)/gi
const FOREACH = /\bforeach\s*\(\s*\$(\w+)\s+in\s+([^)]*)\)\s*\{([^}]*)\}/gi
const TEXTS = String.raw`((?:["'][^"']+["']\s*,\s*)*["'][^"']+["'])`
const PIPED = new RegExp(String.raw`${TEXTS}\s*\|\s*(?:%|foreach-object|foreach)\s*\{([^}]*)\}`, 'gi')
const HANDED = new RegExp(String.raw`${TEXTS}\s*\|\s*((?:remove-item|ri|rm|del)\b[^|;\n]*)`, 'gi')

/** With what loops do, once for each of the words that they go through. */
function unrolled(text: string): string {
  const done: string[] = []
  const each = (values: string, work: (value: string) => string) => {
    for (const value of values.split(/[\s,;]+/).slice(0, 32))
      if (value !== '') done.push(work(value.replace(/["']/g, '')))
  }
  for (const [, name = '', values = '', body = ''] of text.matchAll(LOOP))
    each(values, (value) => body.replace(new RegExp(`%+~?\\w*?${name}(?!\\w)`, 'gi'), () => value))
  for (const [, name = '', values = '', body = ''] of text.matchAll(FOREACH))
    each(values, (value) => body.replace(new RegExp(`\\$${name}\\b`, 'gi'), () => value))
  for (const [, values = '', body = ''] of text.matchAll(PIPED))
    each(values, (value) => body.replace(/\$(?:_|psitem)\b/gi, () => value))
  for (const [, values = '', command = ''] of text.matchAll(HANDED))
    each(values, (value) => `${command.trim()} ${value}`)
  return [text, ...done].join('\n')
}
