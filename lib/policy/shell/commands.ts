import type { Call } from './call.js'
import { printed, unescaped } from './escapes.js'
import { DOWNLOAD, isUncertain, plain, UNKNOWN } from './marks.js'
import { normalised } from './places.js'
import { ofProgram } from './programs.js'

/** Says what it writes, and has what it runs run. */
type Behaviour = (call: Call) => string

const operandsOf = (words: readonly string[]) => words.filter((word) => !/^-./.test(word))

/** Commands that run another, which stands in their words after options. Options may have values, so the first few words are tried. */
const prefix: Behaviour = ({ shell, name, words, stdin }) => {
  if (name === 'command' && /^-[vV]$/.test(words[0] ?? '')) return `${words[1] ?? ''}\n`
  const rest = words
    .map((word, index) => ({ word, index }))
    .filter(({ word }) => !/^-/.test(word) && !/^\w+=/.test(word))
  let text = UNKNOWN
  // `env -S 'rm -rf /'` splits by itself.
  for (const word of words)
    if (name === 'env' && /\s/.test(word)) shell.code(plain(word.replace(/^(?:-S|--split-string=)/, '')))
  for (const { index } of rest.slice(0, 3)) text = shell.execute(words.slice(index), stdin)
  for (const word of words) {
    const assignment = /^(\w+)=(.*)$/s.exec(word)
    if (assignment) shell.variables.set(assignment[1] as string, assignment[2] as string)
  }
  const called = rest[0]
  return called === undefined ? '' : rest.length > 1 ? text : shell.execute(words.slice(called.index), stdin)
}

const prefixes = [
  ...[
    'sudo',
    'doas',
    'env',
    'command',
    'builtin',
    'exec',
    'nohup',
    'nice',
    'ionice',
    'time',
    'timeout',
    'setsid',
    'stdbuf',
  ],
  ...[
    'busybox',
    'toybox',
    'chroot',
    'unshare',
    'nsenter',
    'watch',
    'strace',
    'ltrace',
    'pkexec',
    'runuser',
    'torsocks',
  ],
  ...[
    'proxychains',
    'proxychains4',
    'systemd-run',
    'flatpak-spawn',
    'firejail',
    'catchsegv',
    'fakeroot',
    'taskset',
    'chrt',
  ],
  ...[
    'unbuffer',
    'gosu',
    'su-exec',
    'setarch',
    'linux64',
    'wsl',
    'then',
    'do',
    'else',
    '!',
    'winpty',
    'start',
    'noglob',
  ],
  ...[
    'nocorrect',
    'coproc',
    'daemonize',
    'caffeinate',
    'arch',
    'xvfb-run',
    'dbus-run-session',
    'cgexec',
    'numactl',
    'flock',
  ],
]

/** A shell, by its options: what it is told to run, a file, or what it reads. */
const shells: Behaviour = ({ shell, words, stdin }) => {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(word) || word === '--command' || word === '--init-command') {
      const rest = words.slice(index + 1)
      const at = rest.findIndex((each) => !/^[-+]/.test(each))
      const [code = '', name, ...values] = at < 0 ? rest : rest.slice(at)
      return shell.variables.withArguments(values, name, () => shell.code(plain(code), stdin))
    }
    if (word === '--init-file' || word === '--rcfile') {
      shell.script(words[++index] ?? '', [])
      continue
    }
    if (word === '-o' || word === '+o' || word === '-O' || word === '+O') index++
    else if (word === '-' || word === '/dev/stdin' || word === '/proc/self/fd/0') break
    else if (!/^[-+]/.test(word)) {
      if (word.includes(DOWNLOAD)) shell.add('download-into-shell', 'it runs what was downloaded')
      return shell.script(word, words.slice(index + 1), stdin)
    } else if (/^-[a-z]*s/.test(word)) break
  }
  return stdin === undefined ? UNKNOWN : shell.code(plain(stdin))
}

/** Writes what it was given, or what is in the files that it was given. */
const passes: Behaviour = ({ shell, words, stdin }) => {
  const files = operandsOf(words).map((word) => shell.contentOf(word))
  if (files.length === 0) return stdin ?? UNKNOWN
  const known = files.filter((content) => content !== undefined)
  return known.length > 0 ? known.join('') : (stdin ?? UNKNOWN)
}

/** The same, of one that takes a number with its options. */
const filters: Behaviour = ({ stdin, ...call }) => (stdin === undefined ? passes({ stdin, ...call }) : stdin)

/** Anything that reads what came from the network still gives that; what else it gives is not known. */
const changes: Behaviour = (call) => (passes(call).includes(DOWNLOAD) ? DOWNLOAD : UNKNOWN)

const downloads: Behaviour = ({ shell, words, name }) => {
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

const decodes = (words: readonly string[]) => words.some((word) => /^(?:-[a-z]*[dD][a-z]*|--decode)$/.test(word))

function decoded(text: string, encoding: 'base64' | 'hex'): string {
  if (text.includes(DOWNLOAD)) return DOWNLOAD
  if (isUncertain(text)) return UNKNOWN
  return Buffer.from(text.replace(/\s/g, ''), encoding).toString('utf8')
}

const base64: Behaviour = (call) => {
  const text = passes(call)
  if (decodes(call.words)) return decoded(text, 'base64')
  return isUncertain(text) || text.includes(DOWNLOAD) ? text : Buffer.from(text).toString('base64')
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const base32: Behaviour = (call) => {
  const text = passes(call)
  if (!decodes(call.words) || isUncertain(text) || text.includes(DOWNLOAD)) return text
  const bits = [...text.replace(/[\s=]/g, '')]
    .map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString('utf8')
}

/** `tr a-z b-y`, with ranges and the classes that are used for letters. */
const translates: Behaviour = ({ words, stdin = UNKNOWN }) => {
  const options = words.filter((word) => /^-./.test(word)).join('')
  const [from = '', to = ''] = operandsOf(words).map((word) => characters(unescaped(plain(word))))
  if (stdin.includes(DOWNLOAD)) return DOWNLOAD
  if (/[dD]/.test(options)) {
    const inverted = /[cC]/.test(options)
    return [...stdin].filter((character) => from.includes(character) === inverted).join('')
  }
  if (to === '') return stdin
  return [...stdin]
    .map((character) =>
      from.includes(character) ? (to[Math.min(from.indexOf(character), to.length - 1)] ?? '') : character,
    )
    .join('')
}

function characters(set: string): string {
  return set
    .replace('[:lower:]', 'a-z')
    .replace('[:upper:]', 'A-Z')
    .replace('[:digit:]', '0-9')
    .replace(/(.)-(.)/gs, (all, first: string, last: string) => {
      const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)]
      if (to < from) return all
      return Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('')
    })
}

/** `sed s/a/b/g`, and nothing else of it. */
const substitutes: Behaviour = (call) => {
  const script = operandsOf(call.words)[0] ?? ''
  const rest = call.words.filter((word) => word !== script)
  let text = passes({ ...call, words: rest })
  for (const command of plain(script).split(/;(?=\s*[sy]\W)/)) {
    const [, kind, , from = '', to = '', flags = ''] =
      /^\s*([sy])(\W)(.*?)(?<!\\)\2(.*?)(?<!\\)\2([gIi]*)/s.exec(command) ?? []
    if (kind === 's') {
      try {
        const source = from.replace(
          /\\([(){}+?|])|([(){}+?|])/g,
          (_, escaped?: string, bare?: string) => escaped ?? `\\${bare}`,
        )
        const pattern = new RegExp(source, `${flags.toLowerCase()}m`)
        text = text.replace(pattern, to.replace(/\\(\d)/g, '$$$1').replaceAll('&', '$$&'))
      } catch {
        text = text.includes(DOWNLOAD) ? DOWNLOAD : UNKNOWN
      }
    }
    if (kind === 'y') text = [...text].map((character) => to[from.indexOf(character)] ?? character).join('')
  }
  return text
}

const echo: Behaviour = ({ words }) => {
  const first = words.findIndex((word) => !/^-[neE]+$/.test(word))
  const options = first < 0 ? words : words.slice(0, first)
  const text = plain((first < 0 ? [] : words.slice(first)).join(' '))
  const end = options.some((option) => option.includes('n')) ? '' : '\n'
  return (options.some((option) => option.includes('e')) || /\\0?[x0-7]/.test(text) ? unescaped(text) : text) + end
}

/** `xargs`, `parallel`: what is read becomes words of the command. */
const argumentsOf: Behaviour = ({ shell, words, stdin = UNKNOWN }) => {
  const replaced = /^-I(.*)$/.exec(words.find((word) => word.startsWith('-I')) ?? '')
  const marker =
    replaced === null
      ? words.find((word) => word.includes('{}')) && '{}'
      : replaced[1] || words[words.indexOf('-I') + 1]
  const values = stdin.split(/[\s\0]+/).filter((value) => value !== '')
  const starts = words.map((word, index) => ({ word, index })).filter(({ word }) => !/^-/.test(word))
  for (const { index } of starts.slice(0, 3)) {
    const command = words.slice(index)
    if (command[0] === ':::' || command[0] === marker) continue
    if (marker) shell.execute(command.map((word) => word.replaceAll(marker, stdin.trim())))
    else shell.execute([...command, ...values])
  }
  const own = words.indexOf(':::')
  if (own >= 0)
    for (const code of words.slice(own + 1))
      shell.code(plain([...words.slice(0, own).filter((word) => !/^-/.test(word)), code].join(' ')))
  // With no command of its own, `parallel` runs the lines.
  if (starts.length === 0) shell.code(plain(stdin))
  return UNKNOWN
}

const cd: Behaviour = ({ shell, words }) => {
  const [to] = operandsOf(words)
  if (to === '-' || to?.includes(UNKNOWN)) shell.cwd = undefined
  else {
    const path = normalised(to ?? '~', shell.cwd)
    shell.cwd = path.startsWith('/') ? path : undefined
  }
  return ''
}

// What sets up a shell is printed by programs that are made for it, and is what everybody evaluates.

const setsUp: Behaviour = () => ''

const find: Behaviour = ({ shell, words }) => {
  const command = words.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word))
  if (command >= 0) {
    const end = words.findIndex((word, index) => index > command && /^(?:;|\+)$/.test(word))
    const inner = words.slice(command + 1, end < 0 ? undefined : end)
    // One of those that it finds, which is not known; harmOf() knows the roots.
    shell.execute(inner.map((word) => word.replaceAll('{}', './found')))
  }
  return UNKNOWN
}

const evaluates: Behaviour = ({ shell, words, stdin }) => shell.code(plain(words.join(' ')), stdin)

const source: Behaviour = ({ shell, words, stdin }) => {
  const [file = '', ...values] = words
  if (/^\/dev\/(?:stdin|fd\/0)$/.test(file) && stdin !== undefined) return shell.code(plain(stdin))
  return shell.script(file, values)
}

const copies: Behaviour = ({ shell, words }) => {
  const operands = operandsOf(words)
  const to = operands.at(-1)
  const content = operands.slice(0, -1).map((from) => shell.contentOf(from))
  const known = content.find((each) => each !== undefined)
  if (to !== undefined && known !== undefined) shell.write(to, known)
  // A program under another name is still that program.
  const [from] = operands
  if (
    to !== undefined &&
    from !== undefined &&
    operands.length === 2 &&
    /(?:^|\/)(?:rm|dd|bash|sh|mkfs[.\w]*|shred)$/.test(from)
  ) {
    shell.write(to, `${from} "$@"`)
  }
  return ''
}

/** What `ssh HOST`, `su -c`, `script -c`, `tmux` and their like run. */
const runsText: Behaviour = ({ shell, words, stdin }) => {
  const at = words.findIndex((word) => /^-[a-z]*[ce]$|^--command$/.test(word))
  if (at >= 0) return shell.code(plain(words.slice(at + 1).join(' ')), stdin)
  // What a container mounts of the root is the root.
  const mounted = words.map((word) => /^\/:(\/[^:]+)/.exec(word)?.[1]).find((path) => path !== undefined)
  const line = words.map((word) =>
    mounted !== undefined && word.startsWith(mounted) ? word.replace(mounted, '/') : word,
  )
  const starts = line.map((word, index) => ({ word, index })).filter(({ word }) => !/^-/.test(word))
  for (const { word, index } of starts.slice(0, 5)) if (word !== UNKNOWN) shell.code(plain(line.slice(index).join(' ')))
  return UNKNOWN
}

const runsOptions: Behaviour = ({ shell, words }) => {
  for (const word of words) {
    const told = /^(?:[\w.-]+=(?:exec=|!)?|!)([\s\S]*\s[\s\S]*)$/.exec(word)?.[1]
    if (told !== undefined) shell.code(plain(told))
  }
  return UNKNOWN
}

const named = (names: readonly string[], behaviour: Behaviour) => names.map((name) => [name, behaviour] as const)

/** What commands do with what they are given, as far as a policy has to know. */
export const COMMANDS: Readonly<Record<string, Behaviour>> = Object.fromEntries([
  ...named(prefixes, prefix),
  ...named(
    [
      'sh',
      'bash',
      'zsh',
      'dash',
      'ksh',
      'ksh93',
      'mksh',
      'ash',
      'fish',
      'rbash',
      'tcsh',
      'csh',
      'yash',
      'osh',
      'xonsh',
      'nu',
    ],
    shells,
  ),
  ...named(
    ['cat', 'tac', 'bat', 'dd', 'pv', 'sort', 'uniq', 'iconv', 'nl', 'ccat', 'zcat', 'dos2unix', 'mbuffer', 'sponge'],
    passes,
  ),
  ...named(
    [
      'head',
      'tail',
      'less',
      'more',
      'fold',
      'paste',
      'column',
      'expand',
      'grep',
      'egrep',
      'fgrep',
      'rg',
      'fmt',
      'strings',
    ],
    filters,
  ),
  ...named(
    ['gunzip', 'gzip', 'bunzip2', 'xz', 'unxz', 'zstd', 'gpg', 'unzip', 'jq', 'uudecode', 'funzip', 'brotli', 'lz4'],
    changes,
  ),
  ...named(
    [
      'curl',
      'wget',
      'wget2',
      'fetch',
      'aria2c',
      'axel',
      'lwp-request',
      'lwp-download',
      'get',
      'http',
      'https',
      'xh',
      'nc',
      'ncat',
      'netcat',
      'nc.openbsd',
      'socat',
      'ftp',
      'lftp',
      'tftp',
      'lynx',
      'w3m',
      'links',
      'elinks',
      'scp',
      'dig',
      'nslookup',
      'host',
      'gsutil',
      'curlie',
      'httpie',
      'telnet',
      'snarf',
      'hget',
      'rclone',
      'lwp-mirror',
      'whois',
      'finger',
    ],
    downloads,
  ),
  ...named(
    [
      'python',
      'python2',
      'python3',
      'perl',
      'ruby',
      'node',
      'nodejs',
      'deno',
      'bun',
      'php',
      'lua',
      'luajit',
      'tclsh',
      'expect',
      'guile',
      'pypy3',
      'osascript',
      'irb',
      'vim',
      'vi',
      'nvim',
      'emacs',
      'ed',
      'ex',
      'gdb',
      'sqlite3',
      'psql',
      'mysql',
      'make',
      'rscript',
      'julia',
      'groovy',
      'scala',
      'erl',
      'ghc',
      'go',
    ],
    ofProgram,
  ),
  ...named(['awk', 'gawk', 'mawk', 'nawk'], (call: Call) => {
    if (call.stdin !== undefined && /\bsystem\s*\(\s*\$/.test(call.words.join(' '))) call.shell.code(plain(call.stdin))
    ofProgram({ ...call, words: ['-e', ...call.words.filter((word) => !/^-/.test(word))], stdin: undefined })
    return filters(call)
  }),
  ...named(['at', 'batch', 'crontab'], ({ shell, stdin }: Call) =>
    stdin === undefined ? UNKNOWN : shell.code(plain(stdin.replace(/^(?:[@*\d]\S*\s+){1,5}/gm, ''))),
  ),
  ...named(['xargs', 'parallel', 'rush'], argumentsOf),
  ...named(
    [
      'ssh',
      'su',
      'script',
      'tmux',
      'screen',
      'docker',
      'podman',
      'kubectl',
      'nerdctl',
      'lxc',
      'machinectl',
      'flatpak',
      'newgrp',
      'sg',
      'runcon',
      'gnome-terminal',
      'xterm',
      'konsole',
      'kitty',
      'alacritty',
      'rlwrap',
      'dash',
    ],
    runsText,
  ),
  ...named(['sh', 'bash', 'dash'], shells),
  ...named(['base64', 'gbase64'], base64),
  ['basenc', base64],
  // What they are told to run for themselves: a pager, an alias, an action.
  ...named(['git', 'rsync', 'zip', 'man', 'cargo'], runsOptions),
  [
    'tar',
    (call: Call) => {
      runsOptions(call)
      return changes(call)
    },
  ],
  ['base32', base32],
  [
    'openssl',
    (call: Call) =>
      /\b(?:base64|enc)\b/.test(call.words.join(' '))
        ? base64({ ...call, words: call.words.filter((word) => /^-[dD]$/.test(word)) })
        : call.words[0] === 's_client'
          ? DOWNLOAD
          : UNKNOWN,
  ],
  ['xxd', (call: Call) => (/-\w*r/.test(call.words.join(' ')) ? decoded(call.stdin ?? UNKNOWN, 'hex') : changes(call))],
  ['rev', (call: Call) => passes(call).replace(/[^\n]+/g, (line) => [...line].reverse().join(''))],
  [
    'cut',
    (call: Call) => {
      const [, from, dash, to] = /-[cb]\s*(\d*)(-?)(\d*)/.exec(call.words.join(' ')) ?? []
      const text = filters(call)
      if (from === undefined || text.includes(DOWNLOAD)) return text
      const end = dash === '' ? Number(from) : to === '' ? undefined : Number(to)
      return text.replace(/[^\n]+/g, (line) => line.slice(Math.max(0, Number(from || 1) - 1), end))
    },
  ],
  ['tr', translates],
  ['sed', substitutes],
  ['gsed', substitutes],
  ['echo', echo],
  ['print', echo],
  [
    'printf',
    ({ shell, words }: Call) => {
      const [format = '', ...values] = words[0] === '-v' ? words.slice(2) : words[0] === '--' ? words.slice(1) : words
      const text = printed(plain(format), values.map(plain))
      if (words[0] === '-v') shell.variables.set(words[1] ?? '', text)
      return words[0] === '-v' ? '' : text
    },
  ],
  ['yes', ({ words }: Call) => `${plain(words.join(' ') || 'y')}\n`],
  ['eval', evaluates],
  ['source', source],
  ['.', source],
  ['cd', cd],
  ['pushd', cd],
  ['find', find],
  ['cp', copies],
  ['mv', copies],
  ['ln', copies],
  ['install', copies],
  [
    'tee',
    ({ shell, words, stdin = UNKNOWN }: Call) => {
      for (const word of operandsOf(words)) shell.write(word, stdin)
      return stdin
    },
  ],
  ['which', ({ words }: Call) => `/usr/bin/${operandsOf(words)[0] ?? ''}\n`],
  ['dirname', ({ words }: Call) => `${operandsOf(words)[0]?.replace(/\/+[^/]*\/*$/, '') || '/'}\n`],
  ['basename', ({ words }: Call) => `${(words[0] ?? '').split('/').at(-1)}\n`],
  ['pwd', ({ shell }: Call) => `${shell.cwd ?? UNKNOWN}\n`],
  ['mktemp', () => '/tmp/tmp.x\n'],
  ['whoami', () => 'user\n'],
  [
    'alias',
    ({ shell, words }: Call) => {
      for (const word of words) {
        const [, name, text] = /^([^=]+)=(.*)$/s.exec(word) ?? []
        if (name !== undefined && text !== undefined) shell.aliases.set(name, text)
      }
      return ''
    },
  ],
  [
    'unset',
    ({ shell, words }: Call) => {
      for (const word of words) shell.variables.unset(word)
      return ''
    },
  ],
  [
    'set',
    ({ shell, words }: Call) => {
      if (words[0] === '--') shell.variables.setArguments(words.slice(1))
      else if (words.length > 0 && !/^[-+]/.test(words[0] as string)) shell.variables.setArguments(words)
      return ''
    },
  ],
  [
    'shift',
    ({ shell, words }: Call) => {
      shell.variables.setArguments(shell.variables.all.slice(Number(words[0] ?? 1) || 1))
      return ''
    },
  ],
  [
    'read',
    ({ shell, words, stdin = UNKNOWN }: Call) => {
      const names = operandsOf(words)
      const values = stdin.trim().split(/\s+/)
      names.forEach((name, index) => {
        shell.variables.set(name, index === names.length - 1 ? values.slice(index).join(' ') : (values[index] ?? ''))
      })
      return ''
    },
  ],
  [
    'mapfile',
    ({ shell, words, stdin = UNKNOWN }: Call) => {
      shell.variables.setArray(operandsOf(words).at(-1) ?? 'MAPFILE', stdin.trim().split('\n'))
      return ''
    },
  ],
  ['trap', ({ shell, words }: Call) => shell.code(plain(words[0] ?? ''))],
  ['let', () => ''],
  ['export', () => ''],
  ['declare', () => ''],
  ['typeset', () => ''],
  ['local', () => ''],
  ['readonly', () => ''],
  ['true', () => ''],
  ['false', () => ''],
  [':', () => ''],
  ['test', () => ''],
  ['[', () => ''],
  ['sleep', () => ''],
  ['wait', () => ''],
  ['exit', () => ''],
  ['return', () => ''],
  ...[
    'ssh-agent',
    'dircolors',
    'lesspipe',
    'brew',
    'direnv',
    'starship',
    'zoxide',
    'pyenv',
    'rbenv',
    'nodenv',
    'opam',
    'fnm',
    'thefuck',
    'atuin',
    'keychain',
    'mise',
    'fzf',
    'register-python-argcomplete',
    'minikube',
    'docker-machine',
    'conda',
    'resize',
  ].map((name) => [name, setsUp] as const),
])
