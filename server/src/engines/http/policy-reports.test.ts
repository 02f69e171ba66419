import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let folder: string
let portal: TestPortal

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-reports-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<meta name="api-base" content="/x">')
  portal = await testPortal({ webRoot: folder })
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const send = (payload: string, type = 'application/csp-report') =>
  portal.app.inject({ method: 'POST', url: '/policy-reports', headers: { 'content-type': type }, payload })

const reportOf = (blocked: string, rest: object = {}) =>
  JSON.stringify({ 'csp-report': { 'blocked-uri': blocked, 'effective-directive': 'img-src', ...rest } })

const told = () =>
  portal.log
    .map((line) => JSON.parse(line) as { msg: string })
    .filter(({ msg }) => msg.startsWith('A browser kept something'))

const HOUR_MS = 3_600_000

it('V3.4.7 what the content policy kept from loading stands in the log, without queries and without content', async () => {
  const answer = await send(
    reportOf('https://elsewhere.example/pixel?token=secret', {
      'document-uri': 'https://portal.example/reset-password?email=a@b.example&token=secret',
      referrer: 'https://portal.example/?token=secret',
      'script-sample': 'secret',
    }),
  )
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(told()).toMatchObject([
    { directive: 'img-src', blocked: 'https://elsewhere.example', page: '/reset-password' },
  ])
  expect(JSON.stringify(told())).not.toContain('secret')
})

it.each([
  ['inline', 'inline'],
  ['data:image/png;base64,c2VjcmV0', 'data:'],
  ['no address at all', 'unknown'],
])(
  'V3.4.7 what was kept from loading is told by its origin, its scheme or its kind: %s',
  async (blocked, source) => {
    await send(reportOf(blocked, { 'effective-directive': 'style-src' }))
    expect(told().at(-1)).toMatchObject({ directive: 'style-src', blocked: source })
  },
)

it('V3.4.7 anybody may send reports: the same is told once an hour, and fifty different ones at most', async () => {
  portal.clock.advance(HOUR_MS)
  const before = told().length
  await send(reportOf('https://again.example/'))
  await send(reportOf('https://again.example/other'))
  expect(told()).toHaveLength(before + 1)
  for (let n = 0; n < 60; n += 1) await send(reportOf(`https://site${n}.example/`))
  expect(told()).toHaveLength(before + 50)
  portal.clock.advance(HOUR_MS)
  await send(reportOf('https://again.example/'))
  expect(told()).toHaveLength(before + 51)
})

it.each(['{"csp-report":{"effective-directive":"<b>"}}', '{"csp-report":7}', '[]', 'null', ''])(
  'V3.4.7 what is no report is told to nobody: %s',
  async (body) => {
    const before = told().length
    expect((await send(body)).statusCode).toBe(204)
    expect(told()).toHaveLength(before)
  },
)

it('V3.4.7 a report too large is refused, and nothing else is taken for one', async () => {
  expect((await send(reportOf(`https://a.example/${'x'.repeat(20_000)}`))).statusCode).toBe(413)
  expect((await send('{"csp-report"', 'application/csp-report')).statusCode).toBe(400)
  expect((await send('<xml/>', 'text/xml')).statusCode).toBe(415)
})
