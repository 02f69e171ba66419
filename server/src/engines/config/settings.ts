import { resolve } from 'node:path'
import type { Role } from '@portal/contract/access/roles.ts'
import type { ClamdAddress } from './clamd-address.ts'
import type { BucketAddress } from './bucket-address.ts'
import {
  backup,
  bucket,
  byRole,
  bytesPerDay,
  countyUploadPlaces,
  credentials,
  databaseMigrationUrl,
  hostOfDemo,
  maxUploadBytes,
  metricsPort,
  rateLimit,
  strictTransport,
  trustProxy,
  type BackupSettings,
} from './dependent-settings.ts'
import { dropFolder } from './drop-settings.ts'
import { MEGABYTE } from './megabyte.ts'
import { CHECKOUT, type Environment } from './environment.ts'
import { readIssuers, type Issuer } from './issuers.ts'
import { mailbox, type MailboxSettings } from './mailbox-settings.ts'
import { variableReader } from './variable-reader.ts'

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
  /** In which counties drop files; null: nowhere. */
  readonly dropFolder: string | null
  /** To which counties send filings; null: none. */
  readonly mailbox: MailboxSettings | null
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
  /** Null: the portal makes none by itself. */
  readonly backup: BackupSettings | null
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
  /** The largest file that may be uploaded. */
  readonly maxUploadBytes: number
  /** What one person may upload in a day of the firm's zone, in bytes; null: as much as they like. */
  readonly uploadBytesPerDay: number | null
  /** What one county may take in in such a day, by all doors together, in bytes; null: as much as comes. */
  readonly countyBytesPerDay: number | null
  /** What quarantine may hold of uploads with a virus, in bytes. */
  readonly quarantineBytes: number
  /** Files that one person may be sending at once, and of those that one server takes in, the people of one county. */
  readonly uploadPlaces: number
  readonly countyUploadPlaces: number
  /** How long the bytes of documents that were deleted for good stay. */
  readonly keepDeletedDays: number
}

/** @throws StartError that names the variable when a setting is wrong. */
export function readSettings(environment: Environment, { isDemo = false } = {}): Settings {
  const read = variableReader(environment)
  const port = read('PORT')
  const publicUrl = read('PUBLIC_URL') ?? new URL(`http://localhost:${port}`).origin
  const databaseUrl = read('DATABASE_URL')
  const dataDir = resolve(CHECKOUT, read('DATA_DIR') ?? (isDemo ? 'demo-data' : 'data'))
  const drop = dropFolder(read, { dataDir })
  return {
    isDemo,
    port,
    host: isDemo ? hostOfDemo(read) : read('HOST'),
    publicUrl,
    trustProxy: trustProxy(read, publicUrl),
    strictTransport: strictTransport(read, publicUrl),
    dataDir,
    apiBaseUrl: read('API_BASE_URL'),
    databaseUrl,
    databaseMigrationUrl: databaseMigrationUrl(read),
    databasePrepare: read('DATABASE_PREPARE') ?? databaseUrl === null,
    bucket: bucket(read),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM') ?? `portal@${new URL(publicUrl).hostname}`,
    clamd: read('CLAMD_URL'),
    dropFolder: drop,
    mailbox: mailbox(read, drop),
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
    backup: backup(read, { environment, dataDir }),
    bucketKeys: credentials(read),
    metricsPort: metricsPort(read, port),
    sessions: {
      idleMs: byRole(read('SESSION_IDLE_MINUTES'), { usual: 480, unitMs: 60_000 }),
      wholeMs: byRole(read('SESSION_HOURS'), { usual: 168, unitMs: 3_600_000 }),
    },
    secondFactorRequired: read('SECOND_FACTOR_REQUIRED') ?? new Set(),
    rateLimit: rateLimit(read, publicUrl),
    maxUploadBytes: maxUploadBytes(read),
    uploadBytesPerDay: bytesPerDay(read, 'UPLOAD_MB_PER_DAY'),
    countyBytesPerDay: bytesPerDay(read, 'COUNTY_UPLOAD_MB_PER_DAY'),
    quarantineBytes: read('QUARANTINE_MB') * MEGABYTE,
    uploadPlaces: read('UPLOAD_PLACES'),
    countyUploadPlaces: countyUploadPlaces(read),
    keepDeletedDays: read('KEEP_DELETED_DAYS'),
  }
}
