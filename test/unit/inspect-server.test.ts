import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PageServer, type Served } from '../../lib/cli/inspect/page-server.js'
import { TOKEN_HEADER } from '../../lib/cli/inspect/protocol.js'

// The inspector's server answers its own page only. A refused request does not reach the application.

interface Got {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}

interface Asked {
  headers?: Record<string, string | undefined>
  method?: string
  body?: string
}

/** Without the rules of a browser, as another program would ask. */
function ask(address: string, path: string, { headers = {}, method = 'GET', body }: Asked = {}): Promise<Got> {
  const { hostname, port, host } = new URL(address)
  const sent = Object.entries({ host, ...headers }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, path, method, headers: Object.fromEntries(sent) }, (response) => {
      let got = ''
      response.on('data', (part) => (got += part))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: got }))
    })
    asking.on('error', reject).end(body)
  })
}

let server: PageServer
let path: string
let token: string
let origin: string
/** What got through to the application. */
const reached: string[] = []
const served: Served = {
  title: 'A <b>& "C"',
  files: { script: 'SCRIPT', style: 'STYLE' },
  resource: async (name) => {
    if (name !== 'tree') return undefined
    reached.push(name)
    return { type: 'application/json', body: '{"role":"application"}' }
  },
  question: async (name, asked) => {
    if (name !== 'try') return undefined
    reached.push(name)
    return { asked }
  },
  onLook: () => {
    reached.push('events')
    return () => {}
  },
}

beforeAll(async () => {
  server = await PageServer.start(served)
  path = new URL(server.url).pathname
  token = path.split('/')[1] as string
  origin = new URL(server.url).origin
})
afterAll(() => server.close())

const own = () => ({ origin, [TOKEN_HEADER]: token, 'sec-fetch-site': 'same-origin' })

test('the address is on 127.0.0.1 and has a token of 128 bits, another one for each server', async () => {
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/$/)
  const other = await PageServer.start(served)
  expect(new URL(other.url).pathname).not.toBe(path)
  await other.close()
})

test('the page, its files, the tree and a question are answered to its own page', async () => {
  const page = await ask(server.url, path)
  expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<title>A &#60;b&#62;&#38; &#34;C&#34;') })
  expect(await ask(server.url, `${path}page.js`, { headers: own() })).toMatchObject({ status: 200, body: 'SCRIPT' })
  expect(await ask(server.url, `${path}page.css`, { headers: own() })).toMatchObject({ status: 200, body: 'STYLE' })
  expect(await ask(server.url, `${path}tree`, { headers: own() })).toMatchObject({ status: 200 })
  const tried = await ask(server.url, `${path}try`, { headers: own(), method: 'POST', body: '{"ref":"e1"}' })
  expect(tried).toMatchObject({ status: 200, body: '{"asked":{"ref":"e1"}}' })
})

test('the page may load nothing from elsewhere and be shown in no other page', async () => {
  const { headers } = await ask(server.url, path)
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test.each<[string, (Asked & { path?: () => string }) | (() => Asked & { path?: () => string })]>([
  ['another Host (DNS rebinding)', () => ({ headers: { ...own(), host: 'evil.example' } })],
  ['another Host with the same port', () => ({ headers: { ...own(), host: `evil.example:${new URL(origin).port}` } })],
  ['the Host localhost', () => ({ headers: { ...own(), host: `localhost:${new URL(origin).port}` } })],
  ['another Origin', () => ({ headers: { ...own(), origin: 'http://evil.example' } })],
  ['the Origin of another port', () => ({ headers: { ...own(), origin: 'http://127.0.0.1:1' } })],
  ['the Origin of a file', () => ({ headers: { ...own(), origin: 'null' } })],
  ['a request that another site made', () => ({ headers: { ...own(), 'sec-fetch-site': 'cross-site' } })],
  ['a request that another port made', () => ({ headers: { ...own(), 'sec-fetch-site': 'same-site' } })],
  ['no token', () => ({ headers: own(), path: () => '/tree' })],
  ['an empty token', () => ({ headers: own(), path: () => '//tree' })],
  ['a wrong token', () => ({ headers: own(), path: () => `/${'x'.repeat(22)}/tree` })],
  ['the beginning of the token', () => ({ headers: own(), path: () => `/${token.slice(0, 21)}/tree` })],
  ['the token in another case', () => ({ headers: own(), path: () => `/${swapped(token)}/tree` })],
  [
    'the address of another server in the request line',
    () => ({ headers: own(), path: () => `http://evil.example${path}tree` }),
  ],
])('refused: %s', async (_, given) => {
  const { path: other, ...asked } = typeof given === 'function' ? given() : given
  const before = reached.length
  for (const name of ['tree', 'events', 'try']) {
    const to = other?.().replace(/tree$/, name) ?? `${path}${name}`
    const method = name === 'try' ? 'POST' : 'GET'
    const got = await ask(server.url, to, { ...asked, method, ...(name === 'try' ? { body: '{"ref":"e1"}' } : {}) })
    expect({ name, got }).toMatchObject({ name, got: { status: 403, body: '' } })
  }
  expect(reached.length).toBe(before)
})

test.each<[string, () => Record<string, string | undefined>]>([
  ['without the token in a header', () => ({ ...own(), [TOKEN_HEADER]: undefined })],
  ['with a wrong token in the header', () => ({ ...own(), [TOKEN_HEADER]: 'x'.repeat(22) })],
  ['without an Origin', () => ({ ...own(), origin: undefined })],
])('an action is refused %s', async (_, headers) => {
  const before = reached.length
  const got = await ask(server.url, `${path}try`, { headers: headers(), method: 'POST', body: '{"ref":"e1"}' })
  expect(got).toMatchObject({ status: 403, body: '' })
  expect(reached.length).toBe(before)
})

test.each(['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'])('the method %s is refused', async (method) => {
  expect(await ask(server.url, `${path}tree`, { headers: own(), method })).toMatchObject({ status: 403, body: '' })
})

test.each([
  'nothing',
  '../package.json',
  '..%2f..%2fpackage.json',
  '%2e%2e/package.json',
  '..\\package.json',
  './/etc/passwd',
  '/etc/passwd',
  'page.js/../../package.json',
  'page.js%00',
  'page.js.map',
  '__proto__',
  'constructor',
])('there is no file %s', async (name) => {
  expect(await ask(server.url, `${path}${name}`, { headers: own() })).toMatchObject({ status: 404, body: '' })
})

test('a question that there is not, no JSON and too much of it are 404', async () => {
  const post = (name: string, body: string) =>
    ask(server.url, `${path}${name}`, { headers: own(), method: 'POST', body })
  expect(await post('other', '{}')).toMatchObject({ status: 404 })
  expect(await post('try', '{')).toMatchObject({ status: 404 })
  const large = JSON.stringify({ ref: 'x'.repeat(2 ** 21) })
  await expect(
    post('try', large).then(
      ({ status }) => status,
      () => 404,
    ),
  ).resolves.toBe(404)
})

test('what goes wrong is said, and the server goes on', async () => {
  const failing = await PageServer.start({ ...served, resource: () => Promise.reject(new Error('no tree')) })
  const headers = { 'sec-fetch-site': 'same-origin' }
  const { pathname } = new URL(failing.url)
  expect(await ask(failing.url, `${pathname}tree`, { headers })).toMatchObject({ status: 503, body: 'no tree' })
  expect(await ask(failing.url, pathname)).toMatchObject({ status: 200 })
  await failing.close()
  await expect(ask(failing.url, pathname)).rejects.toThrow()
})

function swapped(text: string): string {
  return [...text].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join('')
}
