import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { failureWith } from '../../testing/failure-with.ts'

const PUBLIC_URL = 'https://portal.firm.example'
const FRIEND = 'https://desk.firm.example'

let portal: TestPortal
let administrator: TestPerson

beforeAll(async () => {
  portal = await testPortal({ environment: { PUBLIC_URL, CORS_ORIGINS: FRIEND } })
  administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
})
afterAll(() => portal.close())

const failure = (error: string, code: string) => ({ error, code })

describe('failures have one shape', () => {
  it('R3.1 for an unknown address', async () => {
    const answer = await portal.app.inject({ url: '/api/nothing/here' })
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      failure('This address does not exist.', 'request.address_unknown'),
    ])
  })

  it.each(['PUT', 'POST'] as const)(
    'R3.1 V3.5.3 V4.1.4 for a method that an address does not allow: %s',
    async (method) => {
      const answer = await portal.app.inject({ method, url: '/api/lookup/counties' })
      expect([answer.statusCode, answer.json()]).toEqual([
        405,
        failure(`${method} is not allowed here.`, 'request.method_not_allowed'),
      ])
      expect(answer.headers.allow).toBe('GET')
    },
  )

  it.each([
    ['{"username":', 400, 'The request could not be read: its JSON is not valid.'],
    ['{"__proto__":{"isAdmin":true}}', 400, 'The request could not be read: its JSON is not valid.'],
    ['{"constructor":{"prototype":{}}}', 400, 'The request could not be read: its JSON is not valid.'],
    [
      String.raw`{"\u005f_proto__":{"isAdmin":true}}`,
      400,
      'The request could not be read: its JSON is not valid.',
    ],
    ['[]', 400, 'The request could not be read.'],
    [`{"username":${'['.repeat(8000)}`, 400, 'The request could not be read: its JSON is not valid.'],
    [`{"username":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 413, 'The request is too large.'],
    [`{"username":"${'x'.repeat(1_100_000)}"}`, 413, 'The request is too large.'],
  ])('R3.1 V1.5.2 V15.3.6 for an invalid body (E10, E13): %.30s', async (payload, status, error) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await portal.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers })
    expect([answer.statusCode, answer.json()]).toEqual([status, failureWith(error)])
  })

  it('R3.1 V3.5.2 for a content type that is not JSON', async () => {
    const headers = { 'content-type': 'text/plain' }
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: 'username=x',
      headers,
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      failure('This content type is not understood here. Please send JSON.', 'request.not_json'),
    ])
  })

  it.each(['application/json', 'text/plain', 'multipart/form-data', 'x', undefined])(
    'R3.10 but an empty body is accepted with any content type: %s',
    async (type) => {
      const headers = type === undefined ? {} : { 'content-type': type }
      expect((await portal.app.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode).toBe(
        200,
      )
    },
  )

  it('R3.2 for a call of administrators only, different from a missing session', async () => {
    const nobody = await portal.app.inject({ url: '/api/admin/counties' })
    expect([nobody.statusCode, nobody.json()]).toEqual([
      401,
      failure('Please sign in first.', 'session.required'),
    ])
    const clerk = await portal.addPerson({ email: 'engineer@staff.example' })
    const answer = await portal.as(clerk)({ url: '/api/admin/counties' })
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      failure('Only administrators may do this.', 'session.administrators_only'),
    ])
  })

  it('R3.11 R3.21 for a download or list in a browser tab: a page, with the link to sign in', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const nobody = await portal.app.inject({ url: '/api/files/uploads/1/download', headers })
    expect(nobody.statusCode).toBe(401)
    expect(nobody.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(nobody.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(nobody.body).toContain('<a href="/login">')
    const list = await portal.app.inject({ url: '/api/files/uploads', headers })
    expect([list.statusCode, list.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
    expect(list.body).toContain('<a href="/login">')
    const missing = await portal.as(administrator)({ url: '/api/files/uploads/1/download', headers })
    expect([missing.statusCode, missing.body.includes('This file does not exist.')]).toEqual([404, true])
    for (const accept of [undefined, '*/*', 'text/html;q=0.5, application/json', 'text/html;q=0']) {
      const script = { url: '/api/files/uploads/1/download', headers: accept === undefined ? {} : { accept } }
      const answer = await portal.as(administrator)(script)
      expect(answer.json()).toEqual(failure('This file does not exist.', 'document.not_found'))
    }
  })
})

const list = (query: string) => portal.as(administrator)({ url: `/api/files/uploads?${query}` })

describe('query strings', () => {
  it('R3.8 treat an empty value as not set and ignore unknown names', async () => {
    const answer = await list('page=&categoryId=&countyId=&utm=x&page2=7')
    expect([answer.statusCode, answer.json()]).toEqual([200, { files: [], totalPages: 0, total: 0 }])
  })

  it.each([
    'page=1&page=2',
    'page=x',
    'page=0',
    'page=-1',
    'page=1.5',
    'pageSize=201',
    'statusId=2147483648',
  ])('R3.8 R5.10 V1.5.3 V15.3.7 refuse %s (E15)', async (query) =>
    expect((await list(query)).statusCode).toBe(400),
  )
})

const logout = (headers: Record<string, string>) =>
  portal.app.inject({ method: 'POST', url: '/api/auth/logout', headers })

describe('V3.5.1 calls that change data (G19)', () => {
  it.each([
    [{}, 200],
    [{ origin: PUBLIC_URL }, 200],
    [{ 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }, 200],
    [{ 'sec-fetch-site': 'same-site', origin: FRIEND }, 200],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://other.firm.example' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://portal.firm.example' }, 403],
    [{ origin: 'https://portal.firm.example.evil.example' }, 403],
  ])('R2.34 %j is answered %i', async (headers, status) =>
    expect((await logout(headers)).statusCode).toBe(status),
  )
})

describe('V3.4.2 configured origins (G20)', () => {
  it('R3.15 may call with cookies and read what the edit dialog needs', async () => {
    const answer = await portal.app.inject({ url: '/api/config', headers: { origin: FRIEND } })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': FRIEND,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers':
        'ETag, Retry-After, Content-Disposition, Location, Portal-File-Id, Upload-Expires, Tus-Version, Tus-Extension, Tus-Max-Size, Tus-Checksum-Algorithm, Tus-Resumable, Upload-Offset, Upload-Length, Upload-Metadata',
      vary: 'Origin',
    })
    const asked = await portal.app.inject({
      method: 'OPTIONS',
      url: '/api/auth/login',
      headers: { origin: FRIEND },
    })
    expect(asked.statusCode).toBe(204)
    expect(asked.headers['access-control-allow-headers']).toContain('If-Match')
  })

  it.each(['https://evil.example', 'null', 'http://desk.firm.example'])(
    'R3.15 and others, such as %s, may not',
    async (origin) => {
      const answer = await portal.app.inject({ url: '/api/config', headers: { origin } })
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    },
  )
})

describe('every response', () => {
  it('R3.12 V14.2.2 V14.3.2 of a call is not cached, and has the id from the log (I9)', async () => {
    const answer = await portal.app.inject({ url: '/api/config' })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(portal.log.join('')).toContain(String(answer.headers['x-request-id']))
  })

  it('R2.29 V16.2.5 keeps passwords and session ids out of the log (H05)', async () => {
    await portal.signIn(administrator.email, administrator.password)
    const all = portal.log.join('\n')
    expect(all).not.toContain(administrator.password)
    expect(all).not.toContain(administrator.cookie.split('=')[1])
  })
})

describe('health', () => {
  it('R1.16 /healthz says that the process responds, /readyz that its parts do', async () => {
    expect((await portal.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
    const ready = await portal.app.inject({ url: '/readyz' })
    expect([ready.statusCode, ready.json()]).toMatchObject([
      200,
      { status: 'ready', parts: { database: 'up', storage: 'up' } },
    ])
    const probe = vi.spyOn(portal.world.storage, 'probe').mockRejectedValue(new Error('played by the test'))
    portal.clock.set('2026-03-10T15:00:10Z')
    const broken = await portal.app.inject({ url: '/readyz' })
    probe.mockRestore()
    expect([broken.statusCode, broken.json()]).toMatchObject([
      503,
      { parts: { database: 'up', storage: 'down' } },
    ])
    expect((await portal.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
  })

  it('R1.35 checks its parts once in 5 seconds, however many ask', async () => {
    const probe = vi.spyOn(portal.world.storage, 'probe').mockRejectedValue(new Error('played by the test'))
    const ask = async () => (await portal.app.inject({ url: '/readyz' })).statusCode
    portal.clock.set('2026-03-10T15:01:00Z')
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([503, 503, 503])
    expect(probe).toHaveBeenCalledTimes(1)
    probe.mockRestore()
    portal.clock.set('2026-03-10T15:01:04.999Z')
    expect(await ask()).toBe(503)
    portal.clock.set('2026-03-10T15:01:05Z')
    expect(await ask()).toBe(200)
  })

  it('logs why a part is down, once until it has been up again', async () => {
    const probe = vi.spyOn(portal.world.storage, 'probe')
    const reasons = () => portal.log.filter((line) => line.includes('no room, played by the test')).length
    const askAt = async (moment: string, isDown: boolean) => {
      if (isDown) probe.mockRejectedValueOnce(new Error('no room, played by the test'))
      portal.clock.set(moment)
      await portal.app.inject({ url: '/readyz' })
      return reasons()
    }
    expect(await askAt('2026-03-10T15:02:00Z', true)).toBe(1)
    expect(await askAt('2026-03-10T15:02:10Z', true)).toBe(1)
    expect(await askAt('2026-03-10T15:02:20Z', false)).toBe(1)
    expect(await askAt('2026-03-10T15:02:30Z', true)).toBe(2)
    probe.mockRestore()
    portal.clock.set('2026-03-10T15:03:00Z')
  })

  it('R1.14 warns when the calendar is past the newest appraisal year', async () => {
    portal.clock.set('2027-01-02T12:00:00Z')
    const { warnings } = (await portal.app.inject({ url: '/readyz' })).json<{ warnings: string[] }>()
    expect(warnings).toContain('The newest appraisal year is 2026, but the calendar says 2027.')
    portal.clock.set('2026-03-10T15:00:00Z')
  })
})

describe('the log', () => {
  it('V3.4.5 V14.2.1 has the path of a request, never its query', async () => {
    await portal.app.inject({ url: '/api/config?token=a-secret-of-a-mail' })
    const lines = portal.log.join('\n')
    expect(lines).toContain('"path":"/api/config"')
    expect(lines).not.toContain('a-secret-of-a-mail')
  })
})
