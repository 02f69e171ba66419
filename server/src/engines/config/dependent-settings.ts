import { resolve } from 'node:path'
import type { Role } from '@portal/contract/access/roles.ts'
import type { BucketAddress } from './bucket-address.ts'
import { CHECKOUT, type Environment } from './environment.ts'
import { isWithin, realPath } from './folders.ts'
import { isLoopback } from './loopback.ts'
import { MEGABYTE } from './megabyte.ts'
import type { NumberByRole } from './setting-schemas.ts'
import { StartError } from './start-error.ts'
import type { ReadVariable } from './variable-reader.ts'

const LOOPBACK = ['127.0.0.0/8', '::1']

type Usual = { readonly usual: number; readonly unitMs: number }

/** What is set for a role, else what is set for all the others, else what is usual; in milliseconds. */
export function byRole(set: NumberByRole | null, { usual, unitMs }: Usual): Record<Role, number> {
  const of = (role: Role) => (set?.named[role] ?? set?.others ?? usual) * unitMs
  return {
    user: of('user'),
    manager: of('manager'),
    staff: of('staff'),
    administrator: of('administrator'),
    reader: of('reader'),
  }
}

/** @throws StartError where it is the port of the portal. */
export function metricsPort(read: ReadVariable, port: number): number | null {
  const metrics = read('METRICS_PORT')
  if (metrics !== null && metrics !== 0 && metrics === port) {
    throw new StartError(`METRICS_PORT is ${metrics}, which is PORT too. Give it another one.`)
  }
  return metrics
}

/** @throws StartError where it stands alone. */
export function databaseMigrationUrl(read: ReadVariable): string | null {
  const named = read('DATABASE_MIGRATION_URL')
  if (named !== null && read('DATABASE_URL') === null) {
    throw new StartError('DATABASE_MIGRATION_URL is set, but DATABASE_URL is not. Set both, or neither.')
  }
  return named
}

/**
 * Everybody knows the passwords of the demo.
 * @throws StartError where the network would reach it unasked.
 */
export function hostOfDemo(read: ReadVariable): string {
  const named = read('HOST')
  if (!isLoopback(named) && !read('DEMO_ON_NETWORK')) {
    throw new StartError(
      `HOST is '${named}', but the demo's passwords are known to everybody, so it listens on this machine only. Remove HOST, or set DEMO_ON_NETWORK=on as well.`,
    )
  }
  return named
}

/** A portal that people reach over https has a proxy in front, most often on the same machine. */
export function trustProxy(read: ReadVariable, publicUrl: string): string[] {
  const named = read('TRUST_PROXY') ?? []
  return named.length === 0 && publicUrl.startsWith('https:') ? LOOPBACK : named
}

/** RFC 6797: browsers heed it over https alone. */
export function strictTransport(read: ReadVariable, publicUrl: string): string | null {
  const withSubdomains = read('HSTS_SUBDOMAINS')
  if (!publicUrl.startsWith('https:')) return null
  return withSubdomains ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000'
}

/** @throws StartError where half a pair of keys is set. */
export function bucket(read: ReadVariable): BucketAddress | null {
  const address = read('BLOB_URL')
  return address && { ...address, credentials: credentials(read) }
}

/** @throws StartError where half a pair of keys is set. */
export function credentials(read: ReadVariable): BucketAddress['credentials'] {
  const [accessKeyId, secretAccessKey] = [read('AWS_ACCESS_KEY_ID'), read('AWS_SECRET_ACCESS_KEY')]
  if (accessKeyId !== null && secretAccessKey !== null) return { accessKeyId, secretAccessKey }
  if (accessKeyId === null && secretAccessKey === null) return null
  const missing = accessKeyId === null ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY'
  throw new StartError(`${missing} is not set, but the other half of it is. Set both, or neither.`)
}

/** The portal's own backups, every day `at` that time of the firm's zone. */
export type BackupSettings = { readonly location: string; readonly at: string; readonly keep: number }

type BackupSource = { readonly environment: Environment; readonly dataDir: string }

/** @throws StartError where something is said of backups that nobody makes, or they would lie in the portal's own data. */
export function backup(read: ReadVariable, { environment, dataDir }: BackupSource): BackupSettings | null {
  const named = read('BACKUP_DIR')
  if (named !== null) {
    const isUrl = named.startsWith('s3://')
    const location = isUrl ? named : resolve(CHECKOUT, named)
    if (!isUrl && isWithin(realPath(location), realPath(dataDir))) {
      throw new StartError(
        `BACKUP_DIR is ${location}, which lies in the portal's own data, ${dataDir}. A backup belongs on another disk, or in another bucket.`,
      )
    }
    return {
      location,
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

/** In bytes. */
export function maxUploadBytes(read: ReadVariable): number {
  return read('MAX_UPLOAD_MB') * MEGABYTE
}

/**
 * In bytes.
 * @throws StartError where one file may have more than all of a day.
 */
export function bytesPerDay(
  read: ReadVariable,
  name: 'UPLOAD_MB_PER_DAY' | 'COUNTY_UPLOAD_MB_PER_DAY',
): number | null {
  const [megabytes, largest] = [read(name), read('MAX_UPLOAD_MB')]
  if (megabytes === null) return null
  if (megabytes < largest) {
    throw new StartError(
      `${name} is ${megabytes}, but one file may have ${largest} MB (MAX_UPLOAD_MB). Set it to ${largest} or more.`,
    )
  }
  return megabytes * MEGABYTE
}

/** @throws StartError where one person may have more of them than all of a county. */
export function countyUploadPlaces(read: ReadVariable): number {
  const [county, person] = [read('COUNTY_UPLOAD_PLACES'), read('UPLOAD_PLACES')]
  if (county < person) {
    throw new StartError(
      `COUNTY_UPLOAD_PLACES is ${county}, but one person may have ${person} (UPLOAD_PLACES). Set it to ${person} or more.`,
    )
  }
  return county
}

/** @throws StartError where the internet would meet no throttling. */
export function rateLimit(read: ReadVariable, publicUrl: string): boolean {
  const on = read('RATE_LIMIT')
  if (!on && publicUrl.startsWith('https:')) {
    throw new StartError(
      'RATE_LIMIT is off, but PUBLIC_URL is https: a public portal keeps its throttling. Remove RATE_LIMIT.',
    )
  }
  return on
}
