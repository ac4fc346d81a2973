import { all, type Behaviour, type Commands, operandsOf } from '../call.js'
import { below, isNarrowed, startsOfFind } from '../found.js'
import { DOWNLOAD, plain, UNKNOWN } from '../marks.js'
import { ofProgram } from '../programs.js'
import { downloads } from './fetching.js'
import { changes } from './passing.js'
import { awkPrints } from './writing.js'

// Commands that run what stands in their words, in what they read, or in a file.

/** Commands that run another, which stands in their words after options. Options may have values, so the first few words are tried. */
const prefix: Behaviour = ({ shell, name, words, stdin }) => {
  if (name === 'command' && /^-[vV]$/.test(words[0] ?? '')) return `${words[1] ?? ''}\n`
  const rest = words
    .map((word, index) => ({ word, index }))
    .filter(({ word }) => !/^-/.test(word) && !/^\w+=/.test(word))
  // One word that is a whole line: `watch 'rm -rf /'` has a shell read it.
  const line = rest[0]
  if (line !== undefined && /\s/.test(line.word)) shell.code(plain(words.slice(line.index).join(' ')), stdin)
  let text = UNKNOWN
  // `env -S 'rm -rf /'` splits by itself.
  for (const word of words)
    if (name === 'env' && /\s/.test(word)) shell.code(plain(word.replace(/^(?:-S|--split-string=)/, '')))
  // Neither a function nor an alias.
  const bare = name === 'command' || name === 'builtin'
  for (const { index } of rest.slice(0, 3)) text = shell.execute(words.slice(index), stdin, bare)
  for (const word of words) {
    const assignment = /^(\w+)=(.*)$/s.exec(word)
    if (assignment) shell.variables.set(assignment[1] as string, assignment[2] as string)
  }
  // `sudo -s` is a shell.
  if (rest.length === 0 && stdin !== undefined && words.some((word) => /^-\w*[si]$|^--(?:shell|login)$/.test(word)))
    return shell.code(plain(stdin))
  return rest.length === 0 ? '' : text
}

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

/** `xargs`, `parallel`: what is read becomes words of the command. */
const argumentsOf: Behaviour = ({ shell, words, stdin: given = UNKNOWN }) => {
  const from = words.findIndex((word) => /^(?:-a|--arg-file(?:=.*)?)$/.test(word))
  const file = words[from]?.split('=')[1] ?? words[from + 1]
  const stdin = (from < 0 || file === undefined ? undefined : shell.contentOf(file)) ?? given
  const replaced = /^-I(.*)$/.exec(words.find((word) => word.startsWith('-I')) ?? '')
  const marker =
    replaced === null
      ? words.find((word) => word.includes('{}')) && '{}'
      : replaced[1] || words[words.indexOf('-I') + 1]
  const separators = words.some((word) => /^(?:-\w*0\w*|--null)$/.test(word)) ? /\0/ : /[\s\0]+/
  const values = stdin.split(separators).filter((value) => value !== '')
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

const find: Behaviour = ({ shell, words }) => {
  const narrowed = isNarrowed(words)
  const all = startsOfFind(words).map((start) => below(start, narrowed))
  const command = words.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word))
  if (command >= 0) {
    const end = words.findIndex((word, index) => index > command && /^(?:;|\+)$/.test(word))
    const inner = words.slice(command + 1, end < 0 ? undefined : end)
    for (const found of all) shell.execute(inner.map((word) => word.replaceAll('{}', found)))
  }
  const end = words.includes('-print0') ? '\0' : '\n'
  return words.includes('-printf') ? UNKNOWN : all.map((each) => each + end).join('')
}

/** `fd PATTERN FOLDER -x COMMAND`. */
const fd: Behaviour = ({ shell, words }) => {
  const at = words.findIndex((word) => /^(?:-[xX]|--exec|--exec-batch)$/.test(word))
  const [pattern = '.', ...folders] = operandsOf(at < 0 ? words : words.slice(0, at))
  const narrowed = !/^[.*\uE003]*$/.test(pattern)
  const all = (folders.length === 0 ? ['.'] : folders).map((folder) => below(folder, narrowed))
  const inner = at < 0 ? [] : words.slice(at + 1)
  for (const found of inner.length === 0 ? [] : all) {
    const placed = inner.map((word) => word.replace(/\{[/.]*\}/g, found))
    shell.execute(placed.some((word) => word.includes(found)) ? placed : [...inner, found])
  }
  const end = words.some((word) => /^(?:-0|--print0)$/.test(word)) ? '\0' : '\n'
  return all.map((each) => each + end).join('')
}

const afterDashes = (words: readonly string[]) => (words[0] === '--' ? words.slice(1) : words)

const evaluates: Behaviour = ({ shell, words, stdin }) => shell.code(plain(afterDashes(words).join(' ')), stdin)

const source: Behaviour = ({ shell, words, stdin }) => {
  const [file = '', ...values] = afterDashes(words)
  // Without a file, fish reads what it is given.
  if (/^(?:-?|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(file) && stdin !== undefined)
    return shell.code(plain(stdin))
  return shell.script(file, values)
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

const awk: Behaviour = (call) => {
  if (call.stdin !== undefined && /\bsystem\s*\(\s*\$/.test(call.words.join(' '))) call.shell.code(plain(call.stdin))
  ofProgram({ ...call, words: ['-e', ...call.words.filter((word) => !/^-/.test(word))], stdin: undefined })
  return awkPrints(call)
}

export const RUNNING: Commands = {
  ...all(
    'sudo doas env command builtin exec nohup nice ionice time timeout setsid stdbuf busybox toybox chroot unshare nsenter watch ' +
      'strace ltrace pkexec runuser torsocks proxychains proxychains4 systemd-run flatpak-spawn firejail catchsegv fakeroot taskset ' +
      'chrt unbuffer gosu su-exec setarch linux64 wsl then do else ! winpty start noglob nocorrect coproc daemonize caffeinate arch ' +
      'xvfb-run dbus-run-session cgexec numactl flock hyperfine entr nodemon concurrently npx bunx pnpx uvx pipx poetry pipenv shx ' +
      'nix-shell ld.so',
    prefix,
  ),
  ...all(
    'ssh su script tmux screen docker podman kubectl nerdctl lxc machinectl flatpak newgrp sg runcon gnome-terminal xterm konsole ' +
      'kitty alacritty rlwrap open',
    runsText,
  ),
  ...all('sh bash zsh dash ksh ksh93 mksh ash fish rbash tcsh csh yash osh xonsh nu', shells),
  ...all(
    'python python2 python3 perl ruby node nodejs deno bun php lua luajit tclsh expect guile pypy3 osascript irb vim vi nvim emacs ' +
      'ed ex gdb sqlite3 psql mysql make rscript julia groovy scala erl ghc go',
    ofProgram,
  ),
  ...all('awk gawk mawk nawk', awk),
  ...all('at batch crontab', ({ shell, stdin }) =>
    stdin === undefined ? UNKNOWN : shell.code(plain(stdin.replace(/^(?:[@*\d]\S*\s+){1,5}/gm, ''))),
  ),
  ...all('xargs parallel rush', argumentsOf),
  // What they are told to run for themselves: a pager, an alias, an action.
  ...all('git zip man cargo', runsOptions),
  rsync(call) {
    runsOptions(call)
    return downloads(call)
  },
  tar(call) {
    runsOptions(call)
    return changes(call)
  },
  eval: evaluates,
  ...all('source .', source),
  find,
  ...all('fd fdfind', fd),
  trap: ({ shell, words }) => shell.code(plain(afterDashes(words)[0] ?? '')),
}
