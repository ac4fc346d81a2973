/** What a desktop client reads of the bundle: MCPB's manifest.json, version 0.3. */

/**
 * @param {{ name: string, version: string, description: string, license: string, keywords: string[], engines: { node: string } }} about
 * package.json
 * @param {{ name: string, description: string }[]} tools
 */
export function manifestOf({ name, version, description, license, keywords, engines }, tools) {
  const program = 'dist/surehand.cjs'
  return {
    manifest_version: '0.3',
    name,
    display_name: 'Surehand',
    version,
    description,
    author: { name: 'the surehand authors' },
    icon: 'icon.png',
    server: {
      type: 'node',
      entry_point: program,
      // The client puts the folder in.
      mcp_config: { command: 'node', args: [`\${__dirname}/${program}`, 'mcp'] },
    },
    tools,
    keywords,
    license,
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: engines.node } },
  }
}
