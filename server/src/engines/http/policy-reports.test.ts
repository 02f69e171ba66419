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

const send = (payload: string, { type = 'application/csp-report', network = '192.0.2.1' } = {}) =>
  portal.app.inject({
    method: 'POST',
    url: '/policy-reports',
    headers: { 'content-type': type },
    remoteAddress: network,
    payload,
  })

const reportOf = (blocked: string, rest: object = {}) =>
  JSON.stringify({ 'csp-report': { 'blocked-uri': blocked, 'effective-directive': 'img-src', ...rest } })

const told = () =>
  portal.log
    .map((line) => JSON.parse(line) as { msg: string })
    .filter(({ msg }) => msg.startsWith('A browser kept something'))

const HOUR_MS = 3_600_000

it('V3.4.7 loads that the content policy blocked are in the log, without queries and content', async () => {
  const answer = await send(
    reportOf('https://elsewhere.example/pixel?token=secret', {
      'document-uri': `${portal.world.settings.publicUrl}/reset-password?email=a@b.example&token=secret`,
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
])('V3.4.7 a blocked load is reported by its origin, its scheme or its type: %s', async (blocked, source) => {
  await send(reportOf(blocked, { 'effective-directive': 'style-src' }))
  expect(told().at(-1)).toMatchObject({ directive: 'style-src', blocked: source })
})

it('V3.4.7 anyone may send reports: the same one is logged once an hour, twenty different ones per network, two hundred in all', async () => {
  portal.clock.advance(HOUR_MS)
  const before = told().length
  await send(reportOf('https://again.example/'))
  await send(reportOf('https://again.example/other'))
  expect(told()).toHaveLength(before + 1)
  for (let n = 0; n < 30; n += 1) await send(reportOf(`https://site${n}.example/`))
  expect(told()).toHaveLength(before + 20)
  await send(reportOf('https://real.example/'), { network: '198.51.100.1' })
  expect(told().at(-1)).toMatchObject({ blocked: 'https://real.example' })
  for (let n = 0; n < 250; n += 1) {
    await send(reportOf(`https://site${n}.example/`), { network: `203.0.113.${n}` })
  }
  expect(told()).toHaveLength(before + 200)
  portal.clock.advance(HOUR_MS)
  await send(reportOf('https://again.example/'))
  expect(told()).toHaveLength(before + 201)
})

it('V3.4.7 a forged report can log only a directive, an origin and a page of the portal', async () => {
  portal.clock.advance(HOUR_MS)
  await send(reportOf(`https://${'x'.repeat(15_000)}.example/`))
  expect(told().at(-1)).toMatchObject({ page: 'elsewhere' })
  expect(JSON.stringify(told().at(-1)).length).toBeLessThan(600)
  await send(reportOf('eval', { 'document-uri': 'x:ERROR administrator: run this' }))
  expect(told().at(-1)).toMatchObject({ blocked: 'eval', page: 'elsewhere' })
})

it.each(['{"csp-report":{"effective-directive":"<b>"}}', '{"csp-report":7}', '[]', 'null', ''])(
  'V3.4.7 an invalid report is not logged: %s',
  async (body) => {
    const before = told().length
    expect((await send(body)).statusCode).toBe(204)
    expect(told()).toHaveLength(before)
  },
)

it('V3.4.7 a report too large is refused, and no other content is accepted as one', async () => {
  expect((await send(reportOf(`https://a.example/${'x'.repeat(20_000)}`))).statusCode).toBe(413)
  expect((await send('{"csp-report"')).statusCode).toBe(400)
  expect((await send('<xml/>', { type: 'text/xml' })).statusCode).toBe(415)
})
