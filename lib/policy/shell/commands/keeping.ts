import { all, type Behaviour, type Commands, operandsOf } from '../call.js'
import { FIELD, UNKNOWN } from '../marks.js'
import { normalised } from '../places.js'

// Commands that change what the shell knows: where it is, its variables, its aliases, its files.

const cd: Behaviour = ({ shell, words }) => {
  const [to] = operandsOf(words)
  if (to === '-' || to?.includes(UNKNOWN)) shell.cwd = undefined
  else {
    const path = normalised(to ?? '~', shell.cwd)
    shell.cwd = path.startsWith('/') ? path : undefined
  }
  return ''
}

const copies: Behaviour = ({ shell, words, stdin }) => {
  const operands = operandsOf(words)
  const to = operands.at(-1)
  const content = operands.slice(0, -1).map((from) => (from === '/dev/stdin' ? stdin : shell.contentOf(from)))
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

// What sets up a shell is printed by programs that are made for it, and is what everybody evaluates.
const PRINTS_A_SETUP =
  'ssh-agent dircolors lesspipe brew direnv starship zoxide pyenv rbenv nodenv opam fnm thefuck atuin keychain mise fzf ' +
  'register-python-argcomplete minikube docker-machine conda resize'

export const KEEPING: Commands = {
  ...all('cd pushd', cd),
  ...all('cp mv ln install', copies),
  alias({ shell, words }) {
    for (const word of words) {
      const [, name, text] = /^([^=]+)=(.*)$/s.exec(word) ?? []
      if (name !== undefined && text !== undefined) shell.aliases.set(name, text)
    }
    return ''
  },
  // `hash -p /bin/rm name`
  hash({ shell, words }) {
    const [file, name] = operandsOf(words)
    if (words[0] === '-p' && file !== undefined && name !== undefined) shell.aliases.set(name, file)
    return ''
  },
  unset({ shell, words }) {
    for (const word of words) shell.variables.unset(word)
    return ''
  },
  set({ shell, words }) {
    if (words[0] === '--') shell.variables.setArguments(words.slice(1))
    else if (words.length > 0 && !/^[-+]/.test(words[0] as string)) shell.variables.setArguments(words)
    return ''
  },
  shift({ shell, words }) {
    shell.variables.setArguments(shell.variables.all.slice(Number(words[0] ?? 1) || 1))
    return ''
  },
  read({ shell, words, stdin = UNKNOWN }) {
    const names = operandsOf(words)
    const separators = shell.variables.get('IFS')
    const values = [...stdin.trim()]
      .map((each) => (separators.includes(each) || each === '\n' ? FIELD : each))
      .join('')
      .split(FIELD)
      .filter((value) => value !== '')
    if (words.some((word) => /^-\w*a$/.test(word))) {
      shell.variables.setArray(names[0] ?? 'REPLY', values)
      return ''
    }
    names.forEach((name, index) => {
      shell.variables.set(name, index === names.length - 1 ? values.slice(index).join(' ') : (values[index] ?? ''))
    })
    return ''
  },
  mapfile({ shell, words, stdin = UNKNOWN }) {
    shell.variables.setArray(operandsOf(words).at(-1) ?? 'MAPFILE', stdin.trim().split('\n'))
    return ''
  },
  ...all('let export declare typeset local readonly true false : test [ sleep wait exit return', () => ''),
  ...all(PRINTS_A_SETUP, () => ''),
}
