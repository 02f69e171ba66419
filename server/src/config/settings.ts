import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'dotenv'
import { isLoopback } from './loopback.ts'
import { readers } from './setting-readers.ts'
import { StartError } from './start-error.ts'

/** The checkout: relative settings count from here. */
const CHECKOUT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

export type Settings = {
  readonly isDemo: boolean
  readonly port: number
  readonly host: string
  /** Without a slash at its end; the only source of links in mail. */
  readonly publicUrl: string
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[]
  /** What browsers are told of https (RFC 6797); null where the portal is not behind it. */
  readonly strictTransport: string | null
  readonly dataDir: string
  readonly apiBaseUrl: string
  readonly databaseUrl: string | null
  readonly databasePrepare: boolean
  /** Where mail goes; null: each mail is a file in the data folder. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly staffEmailDomain: string | null
  readonly corsOrigins: readonly string[]
  readonly timeZone: string
  readonly newestAppraisalYear: number
  readonly company: {
    readonly name: string
    readonly url: string
    readonly logo: string
    readonly tagline: string
    readonly helpdeskContact: string
    readonly footerYear: number
  }
  readonly rateLimit: boolean
  /** What one person may upload in a day of the firm's zone, in bytes; null: as much as they like. */
  readonly uploadBytesPerDay: number | null
}

export type Environment = Readonly<Record<string, string | undefined>>

const LOOPBACK = ['127.0.0.0/8', '::1']

/** What a later release brings: named in the documentation, refused until it is here. */
const NOT_YET = {
  BLOB_URL: 'storage in S3',
  CLAMD_URL: 'scanning for viruses',
  METRICS_PORT: 'metrics',
} as const

/** The environment, then `.env` in the checkout. */
export function environmentOfCheckout(): Environment {
  const file = resolve(CHECKOUT, '.env')
  const fromFile = existsSync(file) ? parse(readFileSync(file)) : {}
  return { ...fromFile, ...process.env }
}

/** Throws StartError that names the variable when a setting is wrong. */
export function readSettings(environment: Environment, { isDemo = false } = {}): Settings {
  const read = readers(environment)
  for (const [name, part] of Object.entries(NOT_YET)) {
    if (read.text(name))
      throw new StartError(`${name} is set, but this release does not have ${part} yet. Unset it.`)
  }
  const port = read.wholeNumber('PORT', 3000, { from: 0, to: 65535 })
  const publicUrl = read.origin('PUBLIC_URL', `http://localhost:${port}`)
  const databaseUrl = read.databaseUrl('DATABASE_URL')
  return {
    isDemo,
    port,
    host: isDemo ? hostOfDemo(read) : host(read),
    publicUrl,
    trustProxy: trustProxy(read, publicUrl),
    strictTransport: strictTransport(read, publicUrl),
    dataDir: resolve(CHECKOUT, read.text('DATA_DIR') ?? (isDemo ? 'demo-data' : 'data')),
    apiBaseUrl: read.apiBase('API_BASE_URL', '/api'),
    databaseUrl,
    databasePrepare: read.onOff('DATABASE_PREPARE', databaseUrl === null),
    smtpUrl: read.smtpUrl('SMTP_URL'),
    mailFrom: read.sender('MAIL_FROM', `portal@${new URL(publicUrl).hostname}`),
    staffEmailDomain: read.emailDomain('STAFF_EMAIL_DOMAIN', isDemo ? 'staff.example' : null),
    corsOrigins: read.origins('CORS_ORIGINS'),
    timeZone: read.timeZone('TIME_ZONE', 'America/Chicago'),
    newestAppraisalYear: read.wholeNumber('NEWEST_APPRAISAL_YEAR', 2026, { from: 2000, to: 2999 }),
    company: {
      name: read.text('COMPANY_NAME') ?? 'County Document Portal',
      url: read.webAddress('COMPANY_URL', '/'),
      logo: read.webAddress('COMPANY_LOGO', ''),
      tagline: read.text('COMPANY_TAGLINE') ?? 'Industrial & Mineral Appraisal Service Since 1926',
      helpdeskContact: read.text('HELPDESK_CONTACT') ?? 'the helpdesk',
      footerYear: read.wholeNumber('FOOTER_YEAR', 2025, { from: 1900, to: 2999 }),
    },
    rateLimit: rateLimit(read.onOff('RATE_LIMIT', true), publicUrl),
    uploadBytesPerDay: read.text('UPLOAD_MB_PER_DAY') === null ? null : uploadBytesPerDay(read),
  }
}

type Readers = ReturnType<typeof readers>

function host(read: Readers): string {
  return read.text('HOST') ?? '127.0.0.1'
}

/** Everybody knows the passwords of the demo. */
function hostOfDemo(read: Readers): string {
  const named = host(read)
  if (!isLoopback(named) && !read.onOff('DEMO_ON_NETWORK', false)) {
    throw new StartError(
      `HOST is '${named}', but the demo's passwords are known to everybody, so it listens on this machine only. Remove HOST, or set DEMO_ON_NETWORK=on as well.`,
    )
  }
  return named
}

/** A portal that people reach over https has a proxy in front, most often on the same machine. */
function trustProxy(read: Readers, publicUrl: string): string[] {
  const named = read.addresses('TRUST_PROXY')
  return named.length === 0 && publicUrl.startsWith('https:') ? LOOPBACK : named
}

function strictTransport(read: Readers, publicUrl: string): string | null {
  const withSubdomains = read.onOff('HSTS_SUBDOMAINS', false)
  if (!publicUrl.startsWith('https:')) return null
  return withSubdomains ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000'
}

/** A file of the largest size fits into a day. */
function uploadBytesPerDay(read: ReturnType<typeof readers>): number {
  return read.wholeNumber('UPLOAD_MB_PER_DAY', 0, { from: 50, to: 10_000_000 }) * 1_048_576
}

function rateLimit(on: boolean, publicUrl: string): boolean {
  if (!on && publicUrl.startsWith('https:')) {
    throw new StartError(
      'RATE_LIMIT is off, but PUBLIC_URL is https: a public portal keeps its throttling. Remove RATE_LIMIT.',
    )
  }
  return on
}
