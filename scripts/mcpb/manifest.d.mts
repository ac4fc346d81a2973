/** MCPB's manifest.json, version 0.3. @param about package.json */
export function manifestOf(
  about: object,
  tools: { name: string; description: string }[],
): { name: string; version: string; server: { entry_point: string; mcp_config: { args: string[] } } }
