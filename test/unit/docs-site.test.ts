import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { addressOf, anchorOf } from '../../docs/.vitepress/links.js'
import { sidebar } from '../../docs/.vitepress/sidebar.js'

// `npm run docs` takes most of a minute, so these tests read the sources of the site instead of building it.

const root = join(import.meta.dirname, '..', '..')
const pages = ['', 'docs', 'docs/inspect', 'docs/internals'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file)),
)
const entries = sidebar.flatMap(({ items }) => items.map(({ link }) => link))
const withoutMd = (file: string) => addressOf(file)!.replace(/\.md$/, '')

test('the sidebar has an entry for every page', () => {
  expect(pages.map(withoutMd).filter((address) => !entries.includes(address))).toEqual([])
})

test('every entry of the sidebar has a page, and none is there twice', () => {
  const known = new Set([...pages.map(withoutMd), '/api/'])
  expect(entries.filter((link) => !known.has(link))).toEqual([])
  expect(entries).toEqual([...new Set(entries)])
})

test('every link of a page leads to a file, and to a heading of it', () => {
  const links = pages.flatMap((page) =>
    [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, href]) => href as string)
      .filter((href) => !/^[a-z]+:/.test(href))
      .map((href) => ({ page, href })),
  )
  expect(links.length).toBeGreaterThan(100)
  const dead = links.filter(({ page, href }) => {
    const [path, anchor] = href.split('#') as [string, string?]
    const file = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, file))) return true
    return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor)
  })
  expect(dead).toEqual([])
})

test('a page has an address on the site, another file one in the repository, if that is known', () => {
  const repository = 'https://host.example/surehand'
  expect(addressOf('README.md', repository)).toBe('/')
  expect(addressOf('SECURITY.md', repository)).toBe('/SECURITY.md')
  expect(addressOf('docs/internals/quirks.md', repository)).toBe('/internals/quirks.md')
  expect(addressOf('docs/api/surehand/README.md', repository)).toBe('/api/surehand/')
  expect(addressOf('examples/agent.ts', repository)).toBe(`${repository}/blob/HEAD/examples/agent.ts`)
  expect(addressOf('bench/results/faces.md')).toBeUndefined()
})

function withoutCode(page: string): string {
  return readFileSync(join(root, page), 'utf8')
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .replace(/`[^`]*`/g, 'code')
}

function anchorsOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/^ *```[\s\S]*?^ *```$/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf((heading as string).replaceAll('`', '')))
}
