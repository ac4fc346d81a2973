import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { PROFILES } from '../../lib/agent/profiles.js'
import { type AgentClient, agentFiles, initAgents } from '../../lib/cli/agents/agent-files.js'
import { AGENTS } from '../../lib/cli/agents/definitions.js'
import { commandLine } from '../../lib/cli/cli.js'

const CLIENTS: AgentClient[] = ['claude', 'opencode', 'vscode']
const TOOLS = PROFILES.core.map(({ name }) => name)

test('the tools of each agent are tools of surehand mcp, and its instructions name no other', () => {
  for (const { name, tools, instructions } of AGENTS) {
    expect(
      tools.filter((tool) => !TOOLS.includes(tool)),
      name,
    ).toEqual([])
    const named = [...instructions.matchAll(/`([a-z][a-z_]*)`/g)].map(([, word]) => word as string)
    expect(
      named.filter((word) => !tools.includes(word)),
      name,
    ).toEqual([])
  }
})

test('each command that they name is one, with these options', async () => {
  const { commands } = await commandLine()
  const lines = AGENTS.flatMap(({ instructions }) =>
    [...instructions.matchAll(/npx surehand ([a-z-]+)([^`]*)/g)].map(([, word, rest]) => ({ word, rest: rest ?? '' })),
  )
  expect(new Set(lines.map(({ word }) => word))).toEqual(
    new Set(['audit', 'codegen', 'heal', 'init', 'inspect', 'open']),
  )
  for (const { word, rest } of lines) {
    const command = commands.find((each) => each.name() === word)
    expect(command, word).toBeDefined()
    const options = rest.match(/--[a-z-]+/g) ?? []
    const known = command?.options.map(({ long }) => long)
    expect(
      options.filter((option) => !known?.includes(option)),
      `${word}${rest}`,
    ).toEqual([])
  }
})

test.each(CLIENTS)('%s: three short files with a head that is YAML, and the server that they need', (client) => {
  const files = Object.entries(agentFiles(client))
  const pages = files.filter(([file]) => file.endsWith('.md'))
  expect(pages).toHaveLength(3)
  for (const [file, text] of pages) {
    const [, head, body] = text.split('---\n')
    expect(parse(head as string), file).toMatchObject({ description: expect.any(String) })
    expect(body?.length, file).toBeLessThan(2_500)
  }
  const [, server] = files.find(([file]) => file.endsWith('.json')) ?? []
  expect(JSON.stringify(JSON.parse(server as string))).toMatch(/"surehand".*"mcp"/)
})

test('init --agents leaves what is there, and says what it needs in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surehand-agents-'))
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    writeFileSync(join(folder, '.mcp.json'), '{}')
    await initAgents('claude', { yes: true }, folder)
    expect(readFileSync(join(folder, '.mcp.json'), 'utf8')).toBe('{}')
    expect(readFileSync(join(folder, '.claude/agents/surehand-healer.md'), 'utf8')).toContain('mcp__surehand__see')
    expect(log.mock.calls.flat().join('\n')).toMatch(/leaves \.mcp\.json[\s\S]*"mcpServers"/)
  } finally {
    log.mockRestore()
    rmSync(folder, { recursive: true })
  }
})
