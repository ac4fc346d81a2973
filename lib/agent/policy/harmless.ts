import { type CommandNode, type PipelineNode, parse, type Statement } from 'unbash'
import { programName } from './places.js'

// What reads and shows, whatever its words are.
const READING =
  /^(?:ls|dir|pwd|cd|echo|printf|whoami|id|groups|cal|uname|uptime|df|du|free|ps|which|stat|wc|head|tail|cat|cut|tr|grep|egrep|fgrep|diff|cmp|basename|dirname|realpath|readlink|true|false|clear|cls|ver|seq|sleep|nproc|lscpu|lsblk|arch|get-(?:childitem|location|date|process|service|content))$/i

// These write, or run something, with some of their words.
const UNLESS: Readonly<Record<string, RegExp>> = {
  find: /^-(?:delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls)$/,
  sort: /^-[a-z]*[oTS]|^--(?:o|co|t)/,
  tree: /^-[a-z]*o/,
  date: /^(?!\+)/,
  hostname: /./,
  git: /^(?:-[cCO]|--(?:o(?!neline$)|ext|exe|git-d|work|config|textc).*)$/,
}
const GIT = new Set(['status', 'log', 'diff', 'show', 'blame', 'shortlog', 'describe', 'rev-parse'])
// What tells its version alone.
const VERSIONED = /^(?:git|node|npm|python3?|ruby|perl|php|java|gcc|clang|make|cmake|cargo|rustc|go|docker)$/

/** Whether all that a line of a shell does is reading and showing. Only plain words, and `|`, `;`, `&&`, `||` between commands. */
export function isHarmless(line: string): boolean {
  // Whatever else it means to one of the shells (cmd.exe has no single quotes, PowerShell other ones).
  if (line.length > 1_000 || !/^(?:[\p{L}\p{N} _.,:=@+~/"'*?[\]|;-]|&&)*$/u.test(line)) return false
  const { commands, errors = [] } = parse(line)
  return errors.length === 0 && commands.every(isStatement)
}

function isStatement({ command, background }: Statement): boolean {
  return background !== true && isChain(command)
}

function isChain(node: PipelineNode | Statement['command'] | CommandNode): boolean {
  switch (node.type) {
    case 'AndOr':
      return node.commands.every(isChain)
    case 'Pipeline':
      return node.prefixes.length === 0 && node.commands.every(isChain)
    case 'Command': {
      if (node.name === undefined || node.prefix.length > 0 || node.redirects.length > 0) return false
      const words = [node.name, ...node.args].map((each) => (each.type === 'Word' ? each.value : '='))
      // Operators in quotes are operators in cmd.exe.
      return words.every((word) => !/[|;&]/.test(word)) && isReading(words)
    }
    default:
      return false
  }
}

function isReading([command = '', ...args]: readonly string[]): boolean {
  // A program of that name anywhere else is another program.
  if (programName(command) !== command.toLowerCase()) return false
  if (READING.test(command)) return true
  if (VERSIONED.test(command) && args.length === 1 && /^(?:--version|-v|-V)$/.test(args[0] as string)) return true
  const unless = Object.hasOwn(UNLESS, command) ? UNLESS[command] : undefined
  if (unless === undefined || args.some((word) => unless.test(word))) return false
  return command !== 'git' || GIT.has(args[0] ?? '')
}
