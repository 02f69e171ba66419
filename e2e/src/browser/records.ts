import { type Database, openDatabase } from '@portal/server/src/engines/database/open-database.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import type { Log } from '@portal/server/src/engines/log/log.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { createPasswordHasher } from '@portal/server/src/records/accounts/passwords/password-hash.ts'
import { type Account, type County, PASSWORD, type Portal } from './portal.ts'

/** A document without bytes. Missing fields get plain defaults. */
export type NewDocument = {
  readonly county: County | null
  readonly uploadedBy: Account
  readonly fileName?: string
  readonly description?: string
  readonly categoryId?: number
  readonly typeId?: number
  readonly statusId?: number
  readonly uploadedAt?: Date
}

/** A person to add. With several counties, they work for the first. */
export type NewPerson = {
  readonly email?: string
  readonly county?: County
  readonly counties?: readonly County[]
  readonly admin?: boolean
  readonly role?: Role
}

/** Direct access to the portal's records, for bulk data or data with chosen times. */
export type Records = {
  /** Adds a county. Without a name it gets a unique one. */
  addCounty(name?: string): Promise<County>
  /** Adds a confirmed account with the password PASSWORD. Without an address it gets a unique one. */
  addUser(person: NewPerson): Promise<Account>
  /** Adds documents in one statement and returns their file ids, in the same order. */
  addDocuments(documents: readonly NewDocument[]): Promise<number[]>
  /** Ends all sessions of an account, like a change of it. */
  endSessions(account: Account): Promise<void>
  /** Runs a statement without a call, so that no screen learns of it. */
  run(sql: string, values?: unknown[]): Promise<void>
  /** The address of the database, for a second portal on it. */
  readonly address: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
    readonly database: string
  }
  close(): Promise<void>
}

type Pool = Database['pool']

const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** Opens the database of a test portal, next to its server. */
export async function openRecords(portal: Portal): Promise<Records> {
  // One hash for everyone, because hashing takes longer than adding a person.
  const passwordHash = await createPasswordHasher().hash(PASSWORD)
  const database = await openDatabase({
    databaseUrl: null,
    databasePrepare: false,
    dataDir: portal.dataDir,
    server: false,
    poolSize: 2,
    log: SILENT,
  })
  const { pool } = database
  // Numbers of seven digits show what a list looks like after some seasons.
  await database.asOwner(async (owner) =>
    owner.query('ALTER TABLE document ALTER COLUMN id RESTART WITH 1000001'),
  )
  return {
    addCounty: (name) => addCounty(pool, name ?? `County ${unique()}`),
    addUser: (person) => addUser(pool, person, passwordHash),
    addDocuments: (documents) => addDocuments(pool, documents),
    endSessions: async ({ userID }) => {
      await pool.query('DELETE FROM session WHERE account_id = $1', [userID])
    },
    run: async (sql, values = []) => {
      await pool.query(sql, values)
    },
    address: addressOf(pool),
    close: () => database.close(),
  }
}

function addressOf({ options }: Pool): Records['address'] {
  const { host = '', port = 5432, user = '', password, database = '' } = options
  if (typeof password !== 'string') throw new Error('The embedded database has a password.')
  return { host, port, user, password, database }
}

function unique(): string {
  return randomBytes(5).toString('hex')
}

async function addCounty(pool: Pool, name: string): Promise<County> {
  const { rows } = await pool.query<{ id: number }>(
    'INSERT INTO county (name, created_at) VALUES ($1, now()) RETURNING id',
    [name],
  )
  return { CountyID: only(rows).id, Name: name }
}

async function addUser(
  pool: Pool,
  {
    email = `clerk-${unique()}@reeves.example`,
    county,
    counties = county ? [county] : [],
    ...kind
  }: NewPerson,
  passwordHash: string,
): Promise<Account> {
  const role = kind.role ?? (kind.admin ? 'administrator' : 'user')
  const [first = null, ...others] = counties.map(({ CountyID }) => CountyID)
  const { rows } = await pool.query<{ id: number }>(
    `WITH added AS (
       INSERT INTO account (email, role, county_id, created_at, confirmed_at)
       VALUES ($1, $2, $3, now(), now()) RETURNING id),
     its_password AS (
       INSERT INTO credential (account_id, password_hash, changed_at, needs_proof)
       SELECT added.id, $4, now(), false FROM added)
     SELECT id FROM added`,
    [email, role, first, passwordHash],
  )
  const { id: userID } = only(rows)
  await pool.query('INSERT INTO membership SELECT $1, unnest($2::integer[])', [userID, others])
  return { userID, email, isAdmin: role === 'administrator', countyID: first }
}

async function addDocuments(pool: Pool, documents: readonly NewDocument[]): Promise<number[]> {
  const rows = documents.map((document, index) => ({
    county_id: document.county?.CountyID ?? null,
    uploaded_by: document.uploadedBy.userID,
    category_id: document.categoryId ?? INDUSTRIAL,
    type_id: document.typeId ?? RENDITION,
    status_id: document.statusId ?? 1,
    description: document.description ?? 'Rendition of the gas plant',
    uploaded_at: document.uploadedAt ?? new Date(),
    file_name: document.fileName ?? `rendition-${index + 1}.pdf`,
    storage_key: randomUUID(),
    place: index,
  }))
  const { rows: added } = await pool.query<{ id: number }>(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, description, uploaded_at,
       appraisal_year, file_name, content_type, byte_size, sha256, storage_key)
     SELECT county_id, uploaded_by, category_id, type_id, status_id, description, uploaded_at,
       extract(year FROM uploaded_at), file_name, 'application/pdf', 1024, sha256(storage_key::bytea), storage_key
     FROM jsonb_to_recordset($1::jsonb) AS row (county_id integer, uploaded_by integer, category_id smallint,
       type_id smallint, status_id smallint, description text, uploaded_at timestamptz, file_name text,
       storage_key text, place integer)
     ORDER BY place
     RETURNING id`,
    [JSON.stringify(rows)],
  )
  return added.map(({ id }) => id)
}

/** Reference data of every new portal. */
const INDUSTRIAL = 1
const RENDITION = 1

function only<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('The database returned no row.')
  return row
}
