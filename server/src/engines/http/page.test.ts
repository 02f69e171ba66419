import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { rawRequest } from '../../testing/raw-request.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let folder: string
let portal: TestPortal
let port: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<meta name="api-base" content="/x"><div id="root"></div>')
  for (const kind of ['', '.br', '.gz']) {
    await writeFile(join(folder, 'assets', `index-Ab12Cd34.js${kind}`), `export {}${kind}`)
  }
  portal = await testPortal({ webRoot: folder })
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const get = async (url: string, accept = 'text/html') => portal.app.inject({ url, headers: { accept } })

it.each([
  ['/login', 200],
  ['/no/such/screen', 404],
  ['/apis', 404],
])('the page is at %s, always fresh: %i', async (url, status) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, 'no-cache'])
  expect(answer.body).toContain('<meta name="api-base" content="/api">')
})

it('built files are cached permanently; a missing one is not the page', async () => {
  const built = await get('/assets/index-Ab12Cd34.js')
  expect(built.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const missing = await get('/assets/index-Zz98Yy76.js')
  expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'no-store'])
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.8, br;q=0.2', 'gzip'],
  ['br;q=0', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['BR, GZIP;Q=0.5', 'br'],
  ['brotli, x-br', undefined],
  ['*;q=0', undefined],
  [undefined, undefined],
])('the page and its files come in the preferred encoding: %j is %j', async (wanted, encoding) => {
  for (const url of ['/login', '/assets/index-Ab12Cd34.js']) {
    const headers = wanted === undefined ? {} : { 'accept-encoding': wanted }
    const answer = await portal.app.inject({ url, headers })
    expect([url, answer.statusCode, answer.headers['content-encoding']]).toEqual([url, 200, encoding])
    expect(answer.headers.vary?.toString().toLowerCase()).toContain('accept-encoding')
  }
})

it.each([
  '/assets/..',
  '/assets/../index.html',
  '/assets/%2e%2e/index.html',
  '/assets/%2e%2e%2findex.html',
  '/assets/%00',
  '/assets/',
  '/assets',
  '/assets/index-Ab12Cd34.js/x',
])('R3.20 a name that no built file can have is 404, and not a failure: %s', async (path) => {
  const logged = portal.log.length
  const request = await rawRequest(port)
  await request.send(`GET ${path} HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n`)
  await vi.waitFor(() => expect(request.isOver()).toBe(true), { timeout: 30_000 })
  expect(request.status()).toBe(404)
  expect(portal.log.slice(logged).filter((line) => line.includes('"level":50'))).toEqual([])
})

it.each(['/api', '/api/', '/api/nothing', '/api/config/', '/api//config'])(
  'below the API base there is no page, and nothing to cache: %s',
  async (url) => {
    for (const accept of ['text/html', '*/*']) {
      const answer = await get(url, accept)
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { error: 'This address does not exist.', code: 'request.address_unknown' },
      ])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  },
)

it('an unreadable address is refused like any other failure', async () => {
  const answer = await get('/api/%ff')
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { error: 'This address is not valid.', code: 'request.address_invalid' },
  ])
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})
