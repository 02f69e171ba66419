import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'dotenv'
import type { z } from 'zod'
import type { ClamdAddress } from '../scanner/clamd-address.ts'
import type { Role } from '@portal/contract/roles.ts'
import type { BucketAddress } from './bucket-address.ts'
import type { NumberByRole } from './setting-schemas.ts'
import { readIssuers, type Issuer } from './issuers.ts'
import { isLoopback } from './loopback.ts'
import { StartError } from './start-error.ts'
import { VARIABLES } from './variables.ts'

/** The checkout: relative settings count from here. */
const CHECKOUT = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..')

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
  /** Of the role that owns the tables; null where the one of `databaseUrl` does. */
  readonly databaseMigrationUrl: string | null
  readonly databasePrepare: boolean
  /** Where documents lie; null: on the disk, in the data folder. */
  readonly bucket: BucketAddress | null
  /** Where mail goes; null: each mail is a file in the data folder. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** The daemon that looks for viruses; null: nobody does. */
  readonly clamd: ClamdAddress | null
  /** Who else may sign people in. */
  readonly issuers: readonly Issuer[]
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
  /** The portal's own backups, every day `at` that time of the firm's zone; null: it makes none by itself. */
  readonly backup: { readonly location: string; readonly at: string; readonly keep: number } | null
  /** Of buckets; null as the SDK finds them. */
  readonly bucketKeys: BucketAddress['credentials']
  /** Where metrics are served to this machine; null: nowhere. */
  readonly metricsPort: number | null
  /** Milliseconds by role: how long a session lives without a call, and however busy it is. */
  readonly sessions: {
    readonly idleMs: Readonly<Record<Role, number>>
    readonly wholeMs: Readonly<Record<Role, number>>
  }
  /** Roles that have to sign in with a second factor or a passkey. */
  readonly secondFactorRequired: ReadonlySet<Role>
  readonly rateLimit: boolean
  /** What one person may upload in a day of the firm's zone, in bytes; null: as much as they like. */
  readonly uploadBytesPerDay: number | null
  /** How long the bytes of documents that were deleted for good stay. */
  readonly keepDeletedDays: number
}

export type Environment = Readonly<Record<string, string | undefined>>

const LOOPBACK = ['127.0.0.0/8', '::1']

/** The environment, then `.env` in the checkout. */
export function environmentOfCheckout(): Environment {
  const file = resolve(CHECKOUT, '.env')
  const fromFile = existsSync(file) ? parse(readFileSync(file)) : {}
  return { ...fromFile, ...process.env }
}

type Name = keyof typeof VARIABLES
type Value<N extends Name> = z.output<(typeof VARIABLES)[N]['schema']> | (typeof VARIABLES)[N]['otherwise']
type Read = <N extends Name>(name: N) => Value<N>

/**
 * Reads single variables; an empty one is not set.
 * @throws StartError that begins with the name of a wrong one.
 */
function readerOf(environment: Environment): Read {
  const read = (name: Name) => {
    const text = environment[name]?.trim()
    if (!text) return VARIABLES[name].otherwise
    const { data, error } = VARIABLES[name].schema.safeParse(text)
    if (error) throw new StartError(`${name} ${error.issues[0]?.message}.`)
    return data
  }
  // Each variable's own schema makes its value, which the table of them cannot tell the compiler.
  return read as Read
}

/** @throws StartError that names the variable when a setting is wrong. */
export function readSettings(environment: Environment, { isDemo = false } = {}): Settings {
  const read = readerOf(environment)
  const port = read('PORT')
  const publicUrl = read('PUBLIC_URL') ?? new URL(`http://localhost:${port}`).origin
  const databaseUrl = read('DATABASE_URL')
  return {
    isDemo,
    port,
    host: isDemo ? hostOfDemo(read) : read('HOST'),
    publicUrl,
    trustProxy: trustProxy(read, publicUrl),
    strictTransport: strictTransport(read, publicUrl),
    dataDir: resolve(CHECKOUT, read('DATA_DIR') ?? (isDemo ? 'demo-data' : 'data')),
    apiBaseUrl: read('API_BASE_URL'),
    databaseUrl,
    databaseMigrationUrl: databaseMigrationUrl(read),
    databasePrepare: read('DATABASE_PREPARE') ?? databaseUrl === null,
    bucket: bucket(read),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM') ?? `portal@${new URL(publicUrl).hostname}`,
    clamd: read('CLAMD_URL'),
    issuers: readIssuers(read('OIDC_ISSUERS'), { folder: CHECKOUT, environment }),
    staffEmailDomain: read('STAFF_EMAIL_DOMAIN') ?? (isDemo ? 'staff.example' : null),
    corsOrigins: read('CORS_ORIGINS') ?? [],
    timeZone: read('TIME_ZONE'),
    newestAppraisalYear: read('NEWEST_APPRAISAL_YEAR'),
    company: {
      name: read('COMPANY_NAME'),
      url: read('COMPANY_URL'),
      logo: read('COMPANY_LOGO') ?? '',
      tagline: read('COMPANY_TAGLINE'),
      helpdeskContact: read('HELPDESK_CONTACT'),
      footerYear: read('FOOTER_YEAR'),
    },
    backup: backup(read, environment),
    bucketKeys: credentials(read),
    metricsPort: metricsPort(read, port),
    sessions: {
      idleMs: byRole(read('SESSION_IDLE_MINUTES'), { usual: 480, unitMs: 60_000 }),
      wholeMs: byRole(read('SESSION_HOURS'), { usual: 168, unitMs: 3_600_000 }),
    },
    secondFactorRequired: read('SECOND_FACTOR_REQUIRED') ?? new Set(),
    rateLimit: rateLimit(read, publicUrl),
    uploadBytesPerDay: uploadBytesPerDay(read),
    keepDeletedDays: read('KEEP_DELETED_DAYS'),
  }
}

type Usual = { readonly usual: number; readonly unitMs: number }

function byRole(set: NumberByRole | null, { usual, unitMs }: Usual): Record<Role, number> {
  const of = (role: Role) => (set?.named[role] ?? set?.others ?? usual) * unitMs
  return {
    user: of('user'),
    manager: of('manager'),
    staff: of('staff'),
    administrator: of('administrator'),
    reader: of('reader'),
  }
}

function metricsPort(read: Read, port: number): number | null {
  const metrics = read('METRICS_PORT')
  if (metrics !== null && metrics !== 0 && metrics === port) {
    throw new StartError(`METRICS_PORT is ${metrics}, which is PORT too. Give it another one.`)
  }
  return metrics
}

function databaseMigrationUrl(read: Read): string | null {
  const named = read('DATABASE_MIGRATION_URL')
  if (named !== null && read('DATABASE_URL') === null) {
    throw new StartError('DATABASE_MIGRATION_URL is set, but DATABASE_URL is not. Set both, or neither.')
  }
  return named
}

/** Everybody knows the passwords of the demo. */
function hostOfDemo(read: Read): string {
  const named = read('HOST')
  if (!isLoopback(named) && !read('DEMO_ON_NETWORK')) {
    throw new StartError(
      `HOST is '${named}', but the demo's passwords are known to everybody, so it listens on this machine only. Remove HOST, or set DEMO_ON_NETWORK=on as well.`,
    )
  }
  return named
}

/** A portal that people reach over https has a proxy in front, most often on the same machine. */
function trustProxy(read: Read, publicUrl: string): string[] {
  const named = read('TRUST_PROXY') ?? []
  return named.length === 0 && publicUrl.startsWith('https:') ? LOOPBACK : named
}

function strictTransport(read: Read, publicUrl: string): string | null {
  const withSubdomains = read('HSTS_SUBDOMAINS')
  if (!publicUrl.startsWith('https:')) return null
  return withSubdomains ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000'
}

function bucket(read: Read): BucketAddress | null {
  const address = read('BLOB_URL')
  return address && { ...address, credentials: credentials(read) }
}

function credentials(read: Read): BucketAddress['credentials'] {
  const [accessKeyId, secretAccessKey] = [read('AWS_ACCESS_KEY_ID'), read('AWS_SECRET_ACCESS_KEY')]
  if (accessKeyId !== null && secretAccessKey !== null) return { accessKeyId, secretAccessKey }
  if (accessKeyId === null && secretAccessKey === null) return null
  const missing = accessKeyId === null ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY'
  throw new StartError(`${missing} is not set, but the other half of it is. Set both, or neither.`)
}

function backup(read: Read, environment: Environment): Settings['backup'] {
  const location = read('BACKUP_DIR')
  if (location !== null) {
    const isUrl = location.startsWith('s3://')
    return {
      location: isUrl ? location : resolve(CHECKOUT, location),
      at: read('BACKUP_AT'),
      keep: read('BACKUP_KEEP'),
    }
  }
  const lost = (['BACKUP_AT', 'BACKUP_KEEP'] as const).find((name) => environment[name]?.trim())
  if (lost === undefined) return null
  throw new StartError(
    `${lost} is set, but BACKUP_DIR is not, so there are no backups. Set it, or unset ${lost}.`,
  )
}

/** A file of the largest size fits into a day. */
function uploadBytesPerDay(read: Read): number | null {
  const megabytes = read('UPLOAD_MB_PER_DAY')
  return megabytes === null ? null : megabytes * 1_048_576
}

function rateLimit(read: Read, publicUrl: string): boolean {
  const on = read('RATE_LIMIT')
  if (!on && publicUrl.startsWith('https:')) {
    throw new StartError(
      'RATE_LIMIT is off, but PUBLIC_URL is https: a public portal keeps its throttling. Remove RATE_LIMIT.',
    )
  }
  return on
}
