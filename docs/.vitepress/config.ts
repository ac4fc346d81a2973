import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { anchorOf, rewriteLinks } from './links.js'
import { apiSidebars, sidebar } from './sidebar.js'

const root = join(import.meta.dirname, '..', '..')
const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())

export default defineConfig({
  title: 'surehand',
  description: 'Drive desktop applications through the accessibility tree.',
  lang: 'en',
  // No icon: browsers would ask for /favicon.ico.
  head: [['link', { rel: 'icon', href: 'data:,' }]],

  // README.md is the home page, so the pages are read from the repository, not from docs/.
  srcDir: '..',
  srcExclude: folders.filter(({ name }) => name !== 'docs').map(({ name }) => `${name}/**`),
  rewrites: (page) => page.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md'),
  outDir: '../build-docs',
  cacheDir: '../.cache/vitepress',

  // The list of all pages is a file of its own, instead of being in every page.
  metaChunk: true,

  // The index of the search is one file of 0.9 MB, which is loaded at the first search.
  vite: { build: { chunkSizeWarningLimit: 2000 } },

  markdown: {
    anchor: { slugify: anchorOf },
    config(md) {
      rewriteLinks(md, root)
      // Vue would take {{ }} for an expression.
      for (const rule of ['text', 'code_inline']) {
        const render = md.renderer.rules[rule]!
        md.renderer.rules[rule] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;')
      }
    },
  },

  themeConfig: {
    nav: [
      { text: 'Guide', link: '/actions' },
      { text: 'API', link: '/api' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: { ...apiSidebars(join(root, 'docs', 'api')), '/': sidebar },
    outline: [2, 3],
    // By default a word of four letters finds those with one letter changed: `fill` finds `file`.
    search: {
      provider: 'local',
      options: { miniSearch: { searchOptions: { fuzzy: 0.1, prefix: true, boost: { title: 4, text: 2, titles: 1 } } } },
    },
  },
})
