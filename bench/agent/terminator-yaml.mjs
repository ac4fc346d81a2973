/**
 * A tree as Terminator's compact YAML has it, written from our own snapshot, so that both say the same tree. The format, as its tools
 * describe and print it: `#N [Role] name (text: …, bounds: [x,y,w,h], disabled, focused, focusable, selected, toggled, value: …,
 * N children)`, two spaces a level; a number and bounds only for what the keyboard can reach, `- [Role] name` for the rest.
 */

/**
 * What is hidden (the entries of closed menus) is not in the trees that Terminator reads. What is scrolled out is; without it, these are the
 * elements that our outline is about.
 *
 * @param {import('../../dist/index.js').SnapshotNode} root
 * @param {{scrolledOut: boolean}} options
 */
export function terminatorYaml(root, { scrolledOut }) {
  let count = 0
  const lines = []
  const write = (node, depth) => {
    if (node.state('visible') === false || !(scrolledOut || shows(node))) return
    const role = node.role[0].toUpperCase() + node.role.slice(1)
    const focusable = node.state('focusable') === true
    const { bounds } = node
    const facts = [
      ...(focusable && bounds ? [`bounds: [${bounds.x},${bounds.y},${bounds.width},${bounds.height}]`] : []),
      ...(node.state('enabled') === false ? ['disabled'] : []),
      ...(node.state('focused') === true ? ['focused'] : []),
      ...(focusable ? ['focusable'] : []),
      ...(node.state('selected') === true ? ['selected'] : []),
      ...(node.state('checked') === true || node.state('pressed') === true ? ['toggled'] : []),
      ...(node.value === undefined ? [] : [`value: ${node.value}`]),
      ...(node.children.length === 0 ? [] : [`${node.children.length} children`]),
    ]
    const number = focusable && bounds ? `#${++count}` : '-'
    const name = node.name ? ` ${node.name}` : ''
    lines.push(`${'  '.repeat(depth)}${number} [${role}]${name}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`)
    for (const child of node.children) write(child, depth + 1)
  }
  write(root, 0)
  return lines.join('\n')
}

/** By itself or by something inside, as far as the toolkit says. */
function shows(node) {
  return node.state('offscreen') !== true || node.children.some(shows)
}
