import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Group {
  text: string
  collapsed?: boolean
  items: { text: string; link: string }[]
}

/** The pages by task. A link is a path below docs/, or a file of the repository's root, without `.md`. */
export const sidebar: Group[] = [
  {
    text: 'Getting started',
    items: [
      { text: 'What surehand is', link: '/' },
      { text: 'Coming from Playwright', link: '/playwright' },
      { text: 'Inspect a program', link: '/inspect' },
      { text: 'Twelve recordings', link: '/inspect/recordings' },
      { text: 'Audit a program', link: '/inspect/audit' },
      { text: 'Ten faults', link: '/inspect/faults' },
    ],
  },
  {
    text: 'Find and act',
    items: [
      { text: 'Selectors', link: '/selectors' },
      { text: 'Actions', link: '/actions' },
      { text: 'Waiting, retries and results', link: '/reliability' },
    ],
  },
  {
    text: 'Programs and windows',
    items: [
      { text: 'Programs and menus', link: '/programs' },
      { text: 'Windows, screens, clipboard', link: '/desktop' },
      { text: 'Programs that were tried', link: '/applications' },
    ],
  },
  {
    text: 'Without a screen',
    items: [
      { text: 'Headless desktops', link: '/headless' },
      { text: 'Container', link: '/container' },
    ],
  },
  {
    text: 'Testing',
    items: [
      { text: 'Vitest and Jest', link: '/testing' },
      { text: 'Traces', link: '/traces' },
      { text: 'Heal a test', link: '/inspect/heal' },
    ],
  },
  {
    text: 'Agents',
    items: [
      { text: 'Shell, MCP, your own program', link: '/agents' },
      { text: 'The tools', link: '/agent-tools' },
      { text: 'Adapters', link: '/adapters' },
    ],
  },
  {
    text: 'Workflows',
    items: [{ text: 'Workflows', link: '/workflows' }],
  },
  {
    text: 'Safety',
    items: [
      { text: 'The policy', link: '/safety' },
      { text: 'Security', link: '/SECURITY' },
    ],
  },
  {
    text: 'Platforms',
    items: [
      { text: 'Platforms', link: '/platforms' },
      { text: 'Wayland', link: '/wayland' },
      { text: 'Toolkits and their quirks', link: '/internals/quirks' },
    ],
  },
  {
    text: 'API',
    items: [
      { text: 'On one page', link: '/api' },
      { text: 'From the types', link: '/api/' },
    ],
  },
  {
    text: 'Internals',
    items: [
      { text: 'Architecture', link: '/internals/architecture' },
      { text: 'Robustness', link: '/internals/robustness' },
      { text: 'How macOS is tested', link: '/internals/macos' },
      { text: 'How Windows is tested', link: '/internals/windows' },
      { text: 'Contributing', link: '/CONTRIBUTING' },
      { text: 'Releasing', link: '/releasing' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
  },
]

const KINDS = {
  classes: 'Classes',
  functions: 'Functions',
  interfaces: 'Interfaces',
  'type-aliases': 'Types',
  variables: 'Constants',
}

/**
 * A sidebar for each module that typedoc wrote into `folder`: the list of modules, and the exports of this one. A list of all exports
 * would be repeated in 300 pages.
 */
export function apiSidebars(folder: string): Record<string, Group[]> {
  if (!existsSync(folder)) return {}
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('README.md') && file !== 'README.md')
    .map((file) => dirname(file).replaceAll('\\', '/'))
    .sort()
  const top: Group[] = [
    { text: 'surehand', items: [{ text: 'The guide', link: '/' }] },
    { text: 'Modules', items: modules.map((name) => ({ text: name, link: `/api/${name}/` })) },
  ]
  const sidebars: Record<string, Group[]> = { '/api/': top }
  for (const name of modules) sidebars[`/api/${name}/`] = [...top, ...exportsOf(folder, name)]
  return sidebars
}

function exportsOf(folder: string, module: string): Group[] {
  return Object.entries(KINDS).flatMap(([kind, text]) => {
    const pages = join(folder, module, kind)
    if (!existsSync(pages)) return []
    const names = readdirSync(pages).map((file) => file.replace(/\.md$/, ''))
    return [
      { text, collapsed: false, items: names.map((name) => ({ text: name, link: `/api/${module}/${kind}/${name}` })) },
    ]
  })
}
