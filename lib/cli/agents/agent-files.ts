import { agreed, divided, writeFiles } from '../written-files.js'
import { AGENTS, type AgentDefinition } from './definitions.js'

export type AgentClient = 'claude' | 'opencode' | 'vscode'

const SERVER = { command: 'npx', args: ['-y', 'surehand', 'mcp'] }

/** Writes the definitions for a client into `folder`; what is there already is left alone. */
export async function initAgents(
  client: AgentClient,
  { yes = false }: { yes?: boolean },
  folder = process.cwd(),
): Promise<void> {
  const files = agentFiles(client)
  const [fresh, kept] = await divided(folder, Object.keys(files))
  for (const file of fresh) console.log(`writes ${file}`)
  for (const file of kept) console.log(`leaves ${file}, which is there`)
  const server = kept.find((file) => file.endsWith('.json'))
  if (server !== undefined) console.log(`The agents need this in ${server}:\n${files[server]}`)
  if (fresh.length === 0) return
  if (yes || (await agreed(`npx surehand init --agents ${client} --yes`))) await writeFiles(folder, files, fresh)
}

const FOLDERS: Record<AgentClient, (name: string) => string> = {
  claude: (name) => `.claude/agents/${name}.md`,
  opencode: (name) => `.opencode/agents/${name}.md`,
  vscode: (name) => `.github/agents/${name}.agent.md`,
}

const PAGES: Record<AgentClient, (agent: AgentDefinition) => string> = { claude, opencode, vscode }

/** The files of a client: an agent each, and what starts surehand's server. */
export function agentFiles(client: AgentClient): Record<string, string> {
  const written = AGENTS.map((agent) => [FOLDERS[client](agent.name), PAGES[client](agent)])
  return { ...Object.fromEntries(written), ...serverFile(client) }
}

function serverFile(client: AgentClient): Record<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  switch (client) {
    case 'claude':
      return { '.mcp.json': json({ mcpServers: { surehand: SERVER } }) }
    case 'opencode': {
      const surehand = { type: 'local', command: [SERVER.command, ...SERVER.args], enabled: true }
      return { 'opencode.json': json({ $schema: 'https://opencode.ai/config.json', mcp: { surehand } }) }
    }
    case 'vscode':
      return { '.vscode/mcp.json': json({ servers: { surehand: { type: 'stdio', ...SERVER } } }) }
  }
}

function claude({ name, description, tools, instructions }: AgentDefinition): string {
  const own = ['Glob', 'Grep', 'Read', 'Bash', 'Edit', 'Write']
  const all = [...own, ...tools.map((tool) => `mcp__surehand__${tool}`)]
  return page([`name: ${name}`, `description: ${description}`, `tools: ${all.join(', ')}`], instructions)
}

/** An agent has all tools there. */
function opencode({ description, instructions }: AgentDefinition): string {
  return page([`description: ${description}`, 'mode: subagent'], instructions)
}

function vscode({ name, description, tools, instructions }: AgentDefinition): string {
  const own = ['search', 'read', 'execute', 'edit']
  const all = [...own, ...tools.map((tool) => `surehand/${tool}`)].map((tool) => `'${tool}'`)
  return page([`name: ${name}`, `description: ${description}`, `tools: [${all.join(', ')}]`], instructions)
}

/** No description has a colon with a space after it, which YAML would read. */
function page(head: readonly string[], instructions: string): string {
  return `---\n${head.join('\n')}\n---\n\n${instructions}`
}
