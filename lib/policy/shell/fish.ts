// fish is not a POSIX shell: its blocks end with `end`, its variables are set with `set`, its substitutions have no dollar. What is
// different is brought to the other spelling, line by line, and then read like any other.

const BLOCKS: readonly [RegExp, string, string][] = [
  [/^function\s+([^\s;]+).*$/s, '$1() {', '}'],
  [/^begin\b(.*)$/s, '{ $1', '}'],
  [/^((?:while|for)\s.*)$/s, '$1; do', 'done'],
  [/^(if\s.*)$/s, '$1; then', 'fi'],
]

/** The same text as a POSIX shell would have it; `undefined` where nothing in it is fish's own. */
export function posixOfFish(text: string): string | undefined {
  if (!/(?:^|[\n;|&])\s*(?:end\b|set\s+(?:-\w+\s+)*\w+\s+\S)|(?:^|[\s=])\(\w/.test(text)) return undefined
  const open: string[] = []
  const lines = text.split(/[\n;]/).map((line) => {
    let plain = line.trim().replace(/^(?:and|or|not)\s+/, '')
    const set = /^set\s+(?:-\w+\s+|--\w+\s+)*(\w+)\s+(.+)$/s.exec(plain)
    if (set !== null) plain = `${set[1]}=(${set[2]})`
    if (/^end\b/.test(plain)) return plain.replace(/^end/, open.pop() ?? 'end')
    const block = BLOCKS.find(([opens]) => opens.test(plain))
    if (block !== undefined) {
      open.push(block[2])
      plain = plain.replace(block[0], block[1])
    }
    // A word in parentheses is what the command writes.
    return set === null ? plain.replace(/(?<=[\w"']\s+)\((?=\w)/g, '$(') : plain
  })
  return lines.join('\n').replace(/(?<=\{|; do|; then)\n/g, ' ')
}
