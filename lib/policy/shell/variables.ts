import { FIELD, UNKNOWN, UNSET } from './marks.js'

/** What a shell starts with, wherever it is. */
const USUAL: Record<string, string> = {
  HOME: '/home/user',
  USER: 'user',
  LOGNAME: 'user',
  SHELL: '/bin/bash',
  BASH: '/bin/bash',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  OSTYPE: 'linux-gnu',
  HOSTTYPE: 'x86_64',
  TERM: 'xterm-256color',
  TMPDIR: '/tmp',
  IFS: ' \t\n',
  UID: '1000',
  EUID: '1000',
  '0': 'bash',
  '?': '0',
  '-': 'himBH',
  '#': '0',
}

/** Set by the shell, to something that is not known beforehand. */
const CHANGING = new Set(['RANDOM', 'SECONDS', 'OLDPWD', 'PWD', 'HOSTNAME', 'LINENO', 'EPOCHSECONDS', '$', '!', '_'])

/** The variables of a shell. One that nothing set is {@link UNSET}. */
export class Variables {
  private readonly scalars = new Map(Object.entries(USUAL))
  private readonly arrays = new Map<string, string[]>()
  private arguments: readonly string[] = []

  get(name: string, index?: string): string {
    if (name === '@') return this.arguments.join(FIELD)
    if (name === '*') return this.arguments.join(' ')
    if (name === '#') return String(this.arguments.length)
    if (/^[1-9]\d*$/.test(name)) return this.arguments[Number(name) - 1] ?? UNSET
    const keyed = index === undefined ? undefined : this.scalars.get(`${name}[${index}]`)
    if (keyed !== undefined) return keyed
    const array = this.arrays.get(name)
    if (array !== undefined) {
      if (index === '@') return array.join(FIELD)
      if (index === '*') return array.join(' ')
      return array.at(Number(index ?? 0) || 0) ?? UNSET
    }
    if (CHANGING.has(name) && !this.scalars.has(name)) return UNKNOWN
    return this.scalars.get(name) ?? UNSET
  }

  set(name: string, value: string): void {
    this.arrays.delete(name)
    this.scalars.set(name, value)
  }

  append(name: string, value: string): void {
    const before = this.get(name)
    this.set(name, (before === UNSET ? '' : before) + value)
  }

  setArray(name: string, values: string[], append = false): void {
    // `([key]=value)`
    const plain = values.map((value) => {
      const [, key, rest] = /^.([^\]\uE006]+)[\]\uE006]=(.*)$/s.exec(/^[[\uE005]/.test(value) ? value : '') ?? []
      if (key === undefined || rest === undefined) return value
      this.scalars.set(`${name}[${key}]`, rest)
      return rest
    })
    this.arrays.set(name, append ? [...(this.arrays.get(name) ?? []), ...plain] : plain)
  }

  setElement(name: string, index: number, value: string): void {
    const array = this.arrays.get(name) ?? []
    if (index >= 0 && index < 1000) array[index] = value
    this.arrays.set(name, array)
  }

  unset(name: string): void {
    this.arrays.delete(name)
    this.scalars.delete(name)
  }

  named(prefix: string): string[] {
    return [...this.scalars.keys(), ...this.arrays.keys()].filter((name) => name.startsWith(prefix))
  }

  /** Runs with other arguments (`$1`, `$@`), as a function or a script has them. */
  withArguments<T>(values: readonly string[], name: string | undefined, work: () => T): T {
    const before = this.arguments
    const called = this.get('0')
    this.arguments = values
    if (name !== undefined) this.set('0', name)
    try {
      return work()
    } finally {
      this.arguments = before
      this.set('0', called)
    }
  }

  /** `set -- a b`, `shift`. */
  setArguments(values: readonly string[]): void {
    this.arguments = values
  }

  get all(): readonly string[] {
    return this.arguments
  }
}
