import { resolve } from 'node:path'
import type { BucketAddress } from './bucket-address.ts'
import { CHECKOUT, type Environment } from './environment.ts'
import { isWithin, realPath } from './folders.ts'
import * as schema from './setting-schemas.ts'
import { StartError } from './start-error.ts'
import type { Values, Variables } from './variable.ts'

export const DATABASE_VARIABLES = {
  DATABASE_URL: {
    schema: schema.databaseUrl,
    defaultDoc: 'embedded',
    doc: 'any PostgreSQL 15 or newer: UTF8, ICU collations, pg_trgm',
  },
  DATABASE_MIGRATION_URL: {
    schema: schema.databaseUrl,
    defaultDoc: 'the role of `DATABASE_URL` owns the tables',
    doc: 'the same database with the role that owns the tables; only schema updates use it; the role of `DATABASE_URL` can then not change or empty the audit record',
  },
  DATABASE_PREPARE: {
    schema: schema.onOff,
    defaultDoc: '`on` embedded, `off` with `DATABASE_URL`',
    doc: 'prepared statements; `on` for a direct connection, or for pgbouncer 1.21 and newer with `max_prepared_statements`',
  },
} satisfies Variables

export const BUCKET_VARIABLES = {
  BLOB_URL: {
    schema: schema.bucketUrl,
    defaultDoc: 'the disk, below `DATA_DIR`',
    doc: 'documents in a bucket: `s3://bucket/prefix?endpoint=https://s3.example&region=us-east-1`; without an endpoint Amazon’s',
  },
  AWS_ACCESS_KEY_ID: {
    schema: schema.text,
    defaultDoc: 'as the AWS SDK finds it: the role of the machine, a profile',
    doc: 'the key of the buckets of `BLOB_URL` and of backups',
  },
  AWS_SECRET_ACCESS_KEY: {
    schema: schema.text,
    defaultDoc: 'as `AWS_ACCESS_KEY_ID`',
    doc: 'the secret of that key; both are set, or neither',
  },
} satisfies Variables

export const BACKUP_VARIABLES = {
  KEEP_DELETED_DAYS: {
    schema: schema.wholeNumber(0, 3650),
    default: 7,
    doc: 'days that the bytes of documents deleted for good stay in the store, so that an older restored database still has them; `0` removes them at once',
  },
  BACKUP_DIR: {
    schema: schema.backupLocation,
    doc: 'the place of daily backups: a folder on another disk, or a bucket as in `BLOB_URL`',
  },
  BACKUP_AT: {
    schema: schema.timeOfDay,
    default: '02:30',
    doc: 'the time of the daily backup, in `TIME_ZONE`',
  },
  BACKUP_KEEP: {
    schema: schema.wholeNumber(1, 1000),
    default: 14,
    doc: 'how many backups stay there, in addition to the backups that these need',
  },
  BACKUP_TEXTS: {
    schema: schema.onOff,
    default: false,
    doc: '`on`: backups contain the texts of documents; otherwise a restored portal reads them again',
  },
} satisfies Variables

type DatabaseValues = Values<typeof DATABASE_VARIABLES>
type BucketValues = Values<typeof BUCKET_VARIABLES>
type BackupValues = Values<typeof BACKUP_VARIABLES>

export function databaseSettings(values: DatabaseValues) {
  const databaseUrl = values.DATABASE_URL
  return {
    databaseUrl,
    databaseMigrationUrl: migrationUrl(values),
    databasePrepare: values.DATABASE_PREPARE ?? databaseUrl === null,
  }
}

/** @throws StartError if it is set without `DATABASE_URL`. */
function migrationUrl({ DATABASE_MIGRATION_URL: url, DATABASE_URL: databaseUrl }: DatabaseValues) {
  if (url !== null && databaseUrl === null) {
    throw new StartError('DATABASE_MIGRATION_URL is set, but DATABASE_URL is not. Set both, or neither.')
  }
  return url
}

export function bucketSettings(values: BucketValues) {
  const address = values.BLOB_URL
  const credentials = bucketCredentials(values)
  const bucket: BucketAddress | null = address && { ...address, credentials }
  return { bucket, bucketKeys: credentials }
}

/** @throws StartError if half a pair of keys is set. */
function bucketCredentials(values: BucketValues): BucketAddress['credentials'] {
  const [accessKeyId, secretAccessKey] = [values.AWS_ACCESS_KEY_ID, values.AWS_SECRET_ACCESS_KEY]
  if (accessKeyId !== null && secretAccessKey !== null) return { accessKeyId, secretAccessKey }
  if (accessKeyId === null && secretAccessKey === null) return null
  const both = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
  const [missing, set] = accessKeyId === null ? both : both.toReversed()
  throw new StartError(`${missing} is not set, but ${set} is. Set both, or neither.`)
}

type BackupSource = { readonly environment: Environment; readonly dataDir: string }

export function backupSettings(values: BackupValues, source: BackupSource) {
  return {
    keepDeletedDays: values.KEEP_DELETED_DAYS,
    backup: backup(values, source),
    backsUpTexts: values.BACKUP_TEXTS,
  }
}

/**
 * Daily backups; null without them.
 * @throws StartError for settings of backups without `BACKUP_DIR`, and for a folder in the portal's own data.
 */
function backup(values: BackupValues, { environment, dataDir }: BackupSource) {
  const named = values.BACKUP_DIR
  if (named !== null) {
    const isUrl = named.startsWith('s3://')
    const location = isUrl ? named : resolve(CHECKOUT, named)
    if (!isUrl && isWithin(realPath(location), realPath(dataDir))) {
      throw new StartError(
        `BACKUP_DIR is ${location}, which lies in the portal's own data, ${dataDir}. A backup belongs on another disk, or in another bucket.`,
      )
    }
    return { location, at: values.BACKUP_AT, keep: values.BACKUP_KEEP }
  }
  const lost = (['BACKUP_AT', 'BACKUP_KEEP'] as const).find((name) => environment[name]?.trim())
  if (lost === undefined) return null
  throw new StartError(
    `${lost} is set, but BACKUP_DIR is not, so there are no backups. Set it, or unset ${lost}.`,
  )
}
