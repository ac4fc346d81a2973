import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

/**
 * Makes links between files work on the site. A link to a page leads to the page. A link to another file leads to the
 * repository that package.json names; if it names none, the link becomes plain text with the path as its tooltip. A link
 * to a missing file fails the build.
 */
export function rewriteLinks(md: MarkdownRenderer, root: string): void {
  const repository = repositoryOf(root)
  md.core.ruler.push('links-between-files', ({ tokens, env }) => {
    const page: string = env.realPath ?? env.path
    for (const { children } of tokens) {
      for (const [at, token] of (children ?? []).entries()) {
        const href = token.type === 'link_open' ? decodeURI(token.attrGet('href') ?? '') : ''
        if (href === '' || /^(#|\/|[a-z]+:)/.test(href)) continue
        const [path, anchor = ''] = href.split(/(?=#)/) as [string, string?]
        const file = relative(root, join(dirname(page), path)).replaceAll(sep, '/')
        if (!existsSync(join(root, file)))
          throw new Error(`${relative(root, page)}: the link ${href} leads to ${file}, which does not exist`)
        const address = addressOf(file, repository)
        if (address !== undefined) token.attrSet('href', `${address}${anchor}`)
        else {
          token.attrs = [['title', `In the repository: ${file}`]]
          const end = children?.find(({ type }, index) => index > at && type === 'link_close')
          for (const tag of [token, end]) if (tag !== undefined) tag.tag = 'span'
        }
      }
    }
  })
}

/** The address of a file of the repository: a path on the site for a page, else an address in `repository`. */
export function addressOf(file: string, repository?: string): string | undefined {
  const page = /^(?:docs\/(.+\.md)|([^/]+\.md))$/.exec(file)
  if (page !== null) return `/${(page[1] ?? page[2]!).replace(/(^|\/)README\.md$/, '$1')}`
  return repository && `${repository}/blob/HEAD/${file}`
}

/** The anchor of a heading as GitHub makes it, so that `page.md#heading` works there and on the site. */
export function anchorOf(heading: string): string {
  const letters = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
  return letters.replaceAll(' ', '-')
}

function repositoryOf(root: string): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const url: string | undefined = typeof repository === 'string' ? repository : repository?.url
  return url?.replace(/^git\+/, '').replace(/\.git$/, '')
}
