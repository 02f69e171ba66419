import { describe, expect, it } from 'vitest'
import { WORKER_LANES } from '../lanes.ts'
import type { Environment } from './environment.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'

const proxies = (environment: Environment) => readSettings(environment).trustProxy
const bucketOf = (environment: Environment) => readSettings(environment).bucket
const told = (environment: Environment) => readSettings(environment).strictTransport

describe('settings', () => {
  it('S9.24 R1.1 R1.4 have defaults that work in an empty environment', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      apiBaseUrl: '/api',
      databaseUrl: null,
      databasePrepare: true,
      staffEmailDomain: null,
      timeZone: 'America/Chicago',
      newestAppraisalYear: 2026,
      rateLimit: true,
      maxUploadBytes: 52_428_800,
      uploadBytesPerDay: null,
      company: { tagline: 'Industrial & Mineral Appraisal Service Since 1926', footerYear: 2025 },
    })
  })

  it('R1.5 R1.6 follow PORT in the public address, and DATABASE_URL and DATABASE_PREPARE in named statements', () => {
    expect(readSettings({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
    expect(readSettings({ PORT: '80' }).publicUrl).toBe('http://localhost')
    expect(readSettings({}).databasePrepare).toBe(true)
    expect(readSettings({ DATABASE_PREPARE: 'off' }).databasePrepare).toBe(false)
    expect(readSettings({ DATABASE_URL: 'postgres://db.example/portal' }).databasePrepare).toBe(false)
    expect(
      readSettings({ DATABASE_URL: 'postgres://db.example/portal', DATABASE_PREPARE: 'on' }).databasePrepare,
    ).toBe(true)
  })

  it('R1.7 treat an empty value as not set', () => {
    expect(readSettings({ PORT: '', STAFF_EMAIL_DOMAIN: ' ', TIME_ZONE: '' })).toMatchObject({
      port: 3000,
      staffEmailDomain: null,
    })
  })

  it('R1.12 trust a proxy of the same machine with an https address, otherwise the named one', () => {
    expect(proxies({})).toEqual([])
    expect(proxies({ PUBLIC_URL: 'https://portal.example' })).toEqual(['127.0.0.0/8', '::1'])
    expect(proxies({ PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '10.0.0.1' })).toEqual(['10.0.0.1'])
  })

  it('R1.34 include subdomains in HSTS only on request, and send no HSTS without https', () => {
    const https = { PUBLIC_URL: 'https://portal.example' }
    expect(told(https)).toBe('max-age=31536000')
    expect(told({ ...https, HSTS_SUBDOMAINS: 'on' })).toBe('max-age=31536000; includeSubDomains')
    expect(told({ HSTS_SUBDOMAINS: 'on' })).toBeNull()
  })

  it.each(['0.0.0.0', '::', '192.0.2.1', 'portal.example'])(
    'R1.33 keep the demo on this machine unless two settings allow more: %s',
    (HOST) => {
      expect(() => readSettings({ HOST }, { isDemo: true })).toThrow(
        /^HOST is [^\n]*DEMO_ON_NETWORK=on as well\.$/,
      )
      expect(readSettings({ HOST, DEMO_ON_NETWORK: 'on' }, { isDemo: true }).host).toBe(HOST)
      expect(readSettings({ HOST }).host).toBe(HOST)
    },
  )

  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('R1.33 let the demo listen on %s', (HOST) => {
    expect(readSettings({ HOST }, { isDemo: true }).host).toBe(HOST)
  })

  it('S9.25 R1.8 give the demo its own folder and staff domain', () => {
    const demo = readSettings({}, { isDemo: true })
    expect(demo.staffEmailDomain).toBe('staff.example')
    expect(demo.dataDir).toMatch(/demo-data$/)
  })

  it('limit sessions for all and by role', () => {
    const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
    const usual = readSettings({}).sessions
    expect(new Set(Object.values(usual.idleMs))).toEqual(new Set([8 * HOUR_MS]))
    expect(new Set(Object.values(usual.wholeMs))).toEqual(new Set([7 * 24 * HOUR_MS]))
    const { idleMs, wholeMs } = readSettings({
      SESSION_IDLE_MINUTES: '30, administrator=5',
      SESSION_HOURS: 'manager=10',
    }).sessions
    expect([idleMs.user, idleMs.reader, idleMs.administrator]).toEqual([
      30 * MINUTE_MS,
      30 * MINUTE_MS,
      5 * MINUTE_MS,
    ])
    expect([wholeMs.user, wholeMs.manager]).toEqual([168 * HOUR_MS, 10 * HOUR_MS])
  })

  it('name the roles that need a second factor; no role does by default', () => {
    expect(readSettings({}).secondFactorRequired).toEqual(new Set())
    const named = readSettings({ SECOND_FACTOR_REQUIRED: ' staff,administrator ' }).secondFactorRequired
    expect(named).toEqual(new Set(['administrator', 'staff']))
  })

  it('R1.101 name the lanes that workers run; the server runs all by default', () => {
    expect(readSettings({}).workerLanes).toEqual(new Set())
    expect(readSettings({ WORKER_LANES: 'night,scan' }).workerLanes).toEqual(new Set(['scan', 'night']))
    expect(() => readSettings({ WORKER_LANES: 'nigth' })).toThrow(
      `WORKER_LANES is 'nigth', but must be lanes separated by commas, each once, such as scan, night; lanes are ${WORKER_LANES.join(', ')}.`,
    )
  })

  const wrong: [Environment][] = [
    [{ PORT: '80x' }],
    [{ PORT: '70000' }],
    [{ PUBLIC_URL: 'portal.example' }],
    [{ PUBLIC_URL: 'https://portal.example/path' }],
    [{ PUBLIC_URL: 'ftp://portal.example' }],
    [{ TRUST_PROXY: 'proxy.example' }],
    [{ TRUST_PROXY: '10.0.0.0/40' }],
    [{ TRUST_PROXY: 'fe80::1%eth0' }],
    [{ HSTS_SUBDOMAINS: 'yes' }],
    [{ API_BASE_URL: 'api' }],
    [{ API_BASE_URL: '//calls.example' }],
    [{ API_BASE_URL: '/../calls' }],
    [{ DATABASE_URL: 'mysql://root:secret@db' }],
    [{ DATABASE_PREPARE: 'yes' }],
    [{ STAFF_EMAIL_DOMAIN: '@firm.example' }],
    [{ CORS_ORIGINS: 'https://a.example, *' }],
    [{ TIME_ZONE: 'Texas' }],
    [{ TIME_ZONE: '-06:00' }],
    [{ TIME_ZONE: '+0530' }],
    [{ NEWEST_APPRAISAL_YEAR: '26' }],
    [{ FOOTER_YEAR: 'now' }],
    [{ COMPANY_URL: 'javascript:alert(1)' }],
    [{ RATE_LIMIT: 'off', PUBLIC_URL: 'https://portal.example' }],
    [{ UPLOAD_MB_PER_DAY: '49' }],
    [{ COUNTY_UPLOAD_MB_PER_DAY: '49' }],
    [{ MAX_UPLOAD_MB: '0' }],
    [{ MAX_UPLOAD_MB: '2048' }],
    [{ UPLOAD_MB_PER_DAY: '60', MAX_UPLOAD_MB: '61' }],
    [{ COUNTY_UPLOAD_MB_PER_DAY: '60', MAX_UPLOAD_MB: '61' }],
    [{ UPLOAD_PLACES: '3' }],
    [{ UPLOAD_PLACES: '17' }],
    [{ COUNTY_UPLOAD_PLACES: '65' }],
    [{ COUNTY_UPLOAD_PLACES: '7', UPLOAD_PLACES: '8' }],
    [{ SESSION_IDLE_MINUTES: '4' }],
    [{ SESSION_IDLE_MINUTES: 'admin=60' }],
    [{ SESSION_IDLE_MINUTES: '480,' }],
    [{ SESSION_HOURS: '8, 9' }],
    [{ SESSION_HOURS: 'staff=8, staff=9' }],
    [{ SESSION_HOURS: '-1' }],
    [{ SECOND_FACTOR_REQUIRED: 'admin' }],
    [{ SECOND_FACTOR_REQUIRED: 'administrator,' }],
    [{ SECOND_FACTOR_REQUIRED: 'staff, staff' }],
    [{ SECOND_FACTOR_REQUIRED: 'on' }],
    [{ WORKER_LANES: 'nigth' }],
    [{ WORKER_LANES: 'awaited-mail' }],
    [{ BLOB_URL: 'https://bucket.example' }],
    [{ BLOB_URL: 's3://key:secret@bucket/prefix' }],
    [{ BLOB_URL: 's3://bucket/prefix?acl=public-read' }],
    [{ BLOB_URL: 's3://bucket/prefix?endpoint=s3.example' }],
    [{ AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: 'half', BLOB_URL: 's3://bucket' }],
    [{ MAIL_FROM: 'the portal' }],
    [{ MAIL_FROM: 'portal@firm.example\r\nBcc: everybody@firm.example' }],
    [{ MAIL_FROM: 'portal@firm.example, desk@firm.example' }],
    [{ SMTP_URL: 'mail.example:587' }],
    [{ SMTP_URL: 'https://mail.example' }],
    [{ SMTP_URL: 'smtp://mail.example/?pool=true' }],
    [{ SMTP_URL: 'smtp://portal:100%zz@mail.example' }],
    [{ SMTP_URL: 'smtp://a%4:1b@mail.example' }],
    [{ BLOB_URL: 's3://bucket/100%zz' }],
    [{ CLAMD_URL: 'unix:/run/100%zz' }],
    [{ BACKUP_DIR: 'data' }],
    [{ BACKUP_DIR: '/srv/portal/backups', DATA_DIR: '/srv/portal' }],
    [{ CLAMD_URL: 'localhost:3310' }],
    [{ CLAMD_URL: 'http://clamd.example:3310' }],
    [{ METRICS_PORT: '91OO' }],
    [{ METRICS_PORT: '3000' }],
    [{ METRICS_PORT: '8080', PORT: '8080' }],
  ]
  it.each(wrong)(
    'R1.9 R1.15 R1.68 stop the start with one line that names the variable: %j',
    (environment) => {
      const [name = ''] = Object.keys(environment)
      expect(() => readSettings(environment)).toThrow(StartError)
      expect(() => readSettings(environment)).toThrow(new RegExp(`^${name}\\b[^\\n]*\\.$`))
    },
  )

  it.each([
    'portal@firm.example',
    'County Portal <portal@firm.example>',
    '"Portal, Texas" <portal@firm.example>',
  ])('accept a sender with and without a name: %s', (sender) =>
    expect(readSettings({ MAIL_FROM: sender }).mailFrom).toBe(sender),
  )

  it('R1.10 V13.3.1 never repeat a database address, which may contain a password', () => {
    expect(() => readSettings({ DATABASE_URL: 'mysql://root:secret@db' })).toThrow(/^(?!.*secret)/)
  })

  it('describe a bucket by its name, the prefix of its objects, and its address', () => {
    expect(bucketOf({})).toBeNull()
    expect(bucketOf({ BLOB_URL: 's3://documents' })).toEqual({
      bucket: 'documents',
      prefix: '',
      endpoint: null,
      region: null,
      credentials: null,
    })
    expect(
      bucketOf({
        BLOB_URL: 's3://documents/the/portal/?endpoint=https://s3.example:7480&region=tx-1',
        AWS_ACCESS_KEY_ID: 'portal',
        AWS_SECRET_ACCESS_KEY: 'quiet',
      }),
    ).toEqual({
      bucket: 'documents',
      prefix: 'the/portal/',
      endpoint: 'https://s3.example:7480',
      region: 'tx-1',
      credentials: { accessKeyId: 'portal', secretAccessKey: 'quiet' },
    })
  })

  it('never repeat the keys of a bucket from a wrong place', () => {
    expect(() => readSettings({ BLOB_URL: 's3://portal:secret@bucket' })).toThrow(/^(?!.*secret@)/)
  })

  it('R1.10 never repeat the address of a mail server, which may contain a password', () => {
    expect(() => readSettings({ SMTP_URL: 'smtp//portal:secret@mail' })).toThrow(/^(?!.*secret)/)
  })
})

it('report a time or a number of backups without a folder for them', () => {
  for (const [name, value] of [
    ['BACKUP_AT', '03:00'],
    ['BACKUP_KEEP', '3'],
  ] as const) {
    expect(() => readSettings({ [name]: value })).toThrow(
      `${name} is set, but BACKUP_DIR is not, so there are no backups. Set it, or unset ${name}.`,
    )
  }
  const { backup } = readSettings({ BACKUP_DIR: 's3://bucket/copies', BACKUP_KEEP: '3' })
  expect(backup).toMatchObject({ location: 's3://bucket/copies', keep: 3 })
  expect(() => readSettings({ BACKUP_DIR: 's3://me:secret@bucket' })).toThrow(/^BACKUP_DIR (?!.*secret@)/)
})

it.each([
  [{ AWS_ACCESS_KEY_ID: 'portal' }, 'AWS_SECRET_ACCESS_KEY is not set, but AWS_ACCESS_KEY_ID is.'],
  [{ AWS_SECRET_ACCESS_KEY: 'quiet' }, 'AWS_ACCESS_KEY_ID is not set, but AWS_SECRET_ACCESS_KEY is.'],
])('half a pair of keys names both settings: %o', (half, line) => {
  expect(() => readSettings(half)).toThrow(`${line} Set both, or neither.`)
})
