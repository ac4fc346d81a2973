import { request } from 'node:http'
import { expect, test } from 'vitest'
import { View } from '../../lib/cli/daemon/view.js'

interface Got {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}

/** Without the rules of `fetch`, as another program would ask. */
function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, method }, (response) => {
      let body = ''
      response.on('data', (part) => (body += part))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
    })
    asked.on('error', reject).end()
  })
}

test('a page and a picture are served to who has the address, and nothing to anybody else', async () => {
  let taken = 0
  const view = await View.serve(async () => Buffer.from(`picture ${taken++ < 2 ? 1 : 2}`))
  const { url } = view
  const { host, origin } = new URL(url)
  expect(host).toMatch(/^127\.0\.0\.1:/)
  expect(await get(view.url)).toMatchObject({ status: 200, body: expect.stringContaining('<img') })
  const picture = await get(`${view.url}picture`)
  expect(picture).toMatchObject({ status: 200, body: 'picture 1', headers: { 'content-type': 'image/png' } })
  const known = { 'if-none-match': String(picture.headers.etag) }
  expect(await get(`${view.url}picture`, known)).toMatchObject({ status: 304, body: '' })
  expect(await get(`${view.url}picture`, { ...known, origin })).toMatchObject({ status: 200, body: 'picture 2' })

  const before = taken
  for (const refused of [
    get(`${view.url}picture`, { origin: 'http://evil.example' }),
    get(`${view.url}picture`, { host: 'evil.example' }),
    get(`${view.url}picture`, { host: `localhost:${new URL(view.url).port}` }),
    get(`${origin}/`),
    get(`${origin}/picture`),
    get(`${origin}/${'x'.repeat(32)}/picture`),
    get(`${view.url}other`),
    get(`${view.url}picture`, {}, 'POST'),
  ]) {
    expect(await refused).toMatchObject({ status: 404, body: '' })
  }
  expect(taken).toBe(before)
  await view.close()
  await expect(get(url)).rejects.toThrow()
})

test('no picture is a page that says so, and the next one is asked for', async () => {
  const view = await View.serve(() => Promise.reject(new Error('no display')))
  expect(await get(`${view.url}picture`)).toMatchObject({ status: 503, body: '' })
  expect(await get(view.url)).toMatchObject({ status: 200 })
  await view.close()
})
