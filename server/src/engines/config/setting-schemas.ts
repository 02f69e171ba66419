import { ROLES, type Role } from '@portal/contract/access/roles.ts'
import { isIP } from 'node:net'
import { z } from 'zod'
import { readWorkerLanes, WORKER_LANES, type LaneName } from '../lanes.ts'
import { readClamdAddress, decodePercent } from './clamd-address.ts'
import { readMailboxAddress } from './mailbox-address.ts'

/** Continues a sentence that begins with the variable's name. */
const wrong = (expected: string) => ({
  error: ({ input }: { input?: unknown }) => `is '${String(input)}', but must be ${expected}`,
})
/** Like `wrong`, but does not repeat the value, because it may contain a password. */
const wrongSecret = (expected: string) => ({ error: `must be ${expected}` })

function isHttp(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

function isOrigin(value: string): boolean {
  return isHttp(value) && new URL(value).origin === value
}

function isPostgres(value: string): boolean {
  return URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)
}

function isSmtp(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(value)
  const isPlain = /^\/?$/.test(pathname) && !search && !hash
  const isReadable = [username, password].every((part) => decodePercent(part) !== null)
  return /^smtps?:$/.test(protocol) && hostname !== '' && isPlain && isReadable
}

/** Whether a text is an IP address, or a network such as 192.0.2.0/24. A zone such as %eth0 is of one machine only. */
export function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Also undefined for an offset such as -06:00: it has no daylight saving time, and its sign is easily confused. */
function zoneNamed(value: string): string | undefined {
  if (/^[+-]/.test(value)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** A mail address, with or without a display name. */
const ADDRESS = /[^\s<>@,;"]+@[^\s<>@,;"]+/.source
const SENDER = new RegExp(`^(${ADDRESS}|([^<>"@,;\\r\\n]+|"[^"\\r\\n]*") *<${ADDRESS}>)$`)
/** In a URL, `//host` and `..` would point to another place. */
const PATH = /^(\/[\w-][\w.-]*)+$/

const withoutEndSlashes = z.string().overwrite((value) => value.replace(/\/+$/, ''))
const list = <Value>(element: z.ZodType<Value, string>) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(element))

export const text = z.string()

export function wholeNumber(from: number, to: number) {
  return z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to,
      wrong(`a whole number from ${from} to ${to}`),
    )
    .transform(Number)
}

export const roles = z.string().transform((value, context): ReadonlySet<Role> => {
  const named = value.split(',').map((part) => part.trim())
  const known = ROLES.filter((role) => named.includes(role))
  if (known.length === named.length) return new Set(known)
  context.addIssue(
    `is '${value}', but must be roles separated by commas, each once, such as administrator, staff; roles are ${ROLES.join(', ')}`,
  )
  return z.NEVER
})

export const workerLanes = z.string().transform((value, context): ReadonlySet<LaneName> => {
  const lanes = readWorkerLanes(value)
  if (lanes !== null) return lanes
  context.addIssue(
    `is '${value}', but must be lanes separated by commas, each once, such as scan, night; lanes are ${WORKER_LANES.join(', ')}`,
  )
  return z.NEVER
})

const BY_ROLE = new RegExp(`^(?:(${ROLES.join('|')})=)?(\\d{1,9})$`)

export type NumberByRole = {
  /** For roles that are not named; null: the default. */
  readonly others: number | null
  readonly named: Readonly<Partial<Record<Role, number>>>
}

/** A whole number for all, numbers for roles, or both: `480, administrator=60`. */
export function numberByRole(from: number, to: number) {
  const expected = `a whole number from ${from} to ${to}, roles with numbers of their own, or both, such as 480, administrator=60; roles are ${ROLES.join(', ')}`
  return z.string().transform((value, context): NumberByRole => {
    const parts = value.split(',').map((part) => BY_ROLE.exec(part.trim()))
    const numbers = new Map(parts.map((part) => [part?.[1] ?? '', Number(part?.[2])]))
    const isRight = [...numbers.values()].every((number) => number >= from && number <= to)
    if (!isRight || numbers.size < parts.length) {
      context.addIssue(`is '${value}', but must be ${expected}`)
      return z.NEVER
    }
    const { '': others = null, ...named } = Object.fromEntries(numbers)
    return { others, named }
  })
}

export const onOff = z.enum(['on', 'off'], wrong("'on' or 'off'")).transform((value) => value === 'on')

export const origin = withoutEndSlashes.refine(
  isOrigin,
  wrong('an address such as https://portal.example, without a path'),
)

export const origins = list(
  withoutEndSlashes.refine(isOrigin, wrong('addresses such as https://portal.example, separated by commas')),
)

export const addressesAndNetworks = list(
  z.string().refine(isAddressOrNetwork, wrong('IP addresses or networks, separated by commas')),
)

export const apiBase = withoutEndSlashes.refine(
  (value) => PATH.test(value) || isHttp(value),
  wrong("a path such as '/api' or an http address"),
)

export const sender = z.string().refine((value) => SENDER.test(value), {
  error: ({ input }) =>
    `is '${String(input).replaceAll(/\s+/g, ' ')}', but must be one address, such as portal@firm.example or Portal <portal@firm.example>`,
})

export const webAddress = z
  .string()
  .refine((value) => value.startsWith('/') || isHttp(value), wrong('an http address or a path'))

export const databaseUrl = z
  .string()
  .refine(isPostgres, wrongSecret('an address such as postgres://user:password@host:5432/portal'))

export const smtpUrl = z
  .string()
  .refine(
    isSmtp,
    wrongSecret(
      'an address such as smtp://user:password@mail.example:587, or smtps:// for TLS from the start',
    ),
  )

const BUCKET_FACTS = new Set(['endpoint', 'region'])

function isBucket(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, port, username, password, pathname, searchParams, hash } = new URL(value)
  const isPlain = protocol === 's3:' && /^[a-z0-9][\w.-]+$/.test(hostname) && !port && !hash
  const endpoint = searchParams.get('endpoint')
  return (
    isPlain &&
    decodePercent(pathname) !== null &&
    !username &&
    !password &&
    [...searchParams.keys()].every((name) => BUCKET_FACTS.has(name)) &&
    (endpoint === null || isOrigin(endpoint))
  )
}

const BUCKET_LIKE =
  'an address such as s3://bucket/prefix?endpoint=https://s3.example&region=us-east-1, with its keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'

export const backupLocation = z
  .string()
  .refine((value) => !value.startsWith('s3:') || isBucket(value), wrongSecret(BUCKET_LIKE))

export const bucketUrl = z
  .string()
  .refine(isBucket, wrongSecret(BUCKET_LIKE))
  .transform((value) => {
    const { hostname, pathname, searchParams } = new URL(value)
    const prefix = decodeURIComponent(pathname).replaceAll(/^\/+|\/+$/g, '')
    const endpoint = searchParams.get('endpoint')
    return {
      bucket: hostname,
      prefix: prefix === '' ? '' : `${prefix}/`,
      endpoint,
      // A service other than Amazon S3 has one region, whatever its name.
      region: searchParams.get('region') ?? (endpoint === null ? null : 'us-east-1'),
    }
  })

export const clamdUrl = z.string().transform((value, context) => {
  const address = readClamdAddress(value)
  if (address !== null) return address
  context.addIssue(
    `is '${value}', but must be an address such as tcp://clamd.example:3310 or unix:/run/clamav/clamd.ctl`,
  )
  return z.NEVER
})

export const mailboxUrl = z.string().transform((value, context) => {
  const address = readMailboxAddress(value)
  if (address !== null) return address
  // It may hold a password, so it is not repeated.
  context.addIssue(
    'must be a folder of mail such as maildir:///srv/filings, or a mailbox such as imaps://user@mail.example/INBOX. The password belongs into MAILBOX_PASSWORD_FILE. imap:// is for this machine alone',
  )
  return z.NEVER
})

export const emailDomain = z
  .string()
  .toLowerCase()
  .refine(
    (value) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value),
    wrong('an e-mail domain such as firm.example'),
  )

export const timeOfDay = z
  .string()
  .refine((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value), wrong('a time of day such as 02:30'))

export const timeZone = z
  .string()
  .refine((value) => zoneNamed(value) !== undefined, wrong('a time zone such as America/Chicago'))
  .transform((value) => zoneNamed(value) ?? value)
