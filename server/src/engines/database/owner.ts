import type { Pool } from 'pg'
import { StartError } from '../config/start-error.ts'
import type { Log } from '../log/log.ts'
import {
  grantPortalRights,
  hasNoRights,
  isSameDatabase,
  mayCreate,
  readRole,
  usesOwnersRights,
} from './owner.repository.ts'
import { createPool, type Connection } from './pool.ts'

/** The portal's own pool, and the connection of the role that owns its tables. */
export type TableOwnerAccess = { readonly pool: Pool; readonly owner: Connection; readonly log: Log }

/** `portalRole` is the role that the portal works as; null if that is the owner. */
export type OwnersWork<T> = (owner: Pool, roles: { readonly portalRole: string | null }) => Promise<T>

/** A schema change holds one connection and works on others. */
const CONNECTIONS = 3

/**
 * Runs `work` on the database as the role that owns its tables, then grants the portal's role its rights on the result.
 * @throws StartError if that role cannot be used, if it works on another database (R1.110), or if the portal's role has
 * the owner's rights.
 */
export async function workAsOwner<T>(
  { pool, owner: connection, log }: TableOwnerAccess,
  work: OwnersWork<T>,
): Promise<T> {
  const owner = createPool(connection, { size: CONNECTIONS, log })
  try {
    const [ours, theirs] = [await readRole(pool), await roleOf(owner)]
    if (!(await isSameDatabase(pool, owner))) {
      throw new StartError(
        'DATABASE_MIGRATION_URL names another database than DATABASE_URL. Name the same one in both.',
      )
    }
    if (await usesOwnersRights(pool, theirs)) {
      throw new StartError(
        `The role ${ours} of DATABASE_URL has the rights of ${theirs}, the one of DATABASE_MIGRATION_URL. Take two roles that know nothing of each other.`,
      )
    }
    if (await mayCreate(pool)) {
      throw new StartError(
        `The role ${ours} of DATABASE_URL may create in the portal's schema, and so take the rights of its owner. As an administrator: REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${ours}; and where ${ours} owns the database, ALTER DATABASE … OWNER TO ${theirs}.`,
      )
    }
    const result = await work(owner, { portalRole: ours })
    await grantPortalRights(owner, ours)
    return result
  } finally {
    await owner.end()
  }
}

/**
 * Grants the portal's role its rights where it has none yet, on tables made by a release that knew only one role.
 * @throws as `workAsOwner` does.
 */
export async function ensureRights(access: TableOwnerAccess): Promise<void> {
  if (await hasNoRights(access.pool)) await workAsOwner(access, async () => {})
}

async function roleOf(owner: Pool): Promise<string> {
  try {
    return await readRole(owner)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `The role that owns the tables cannot be used: ${reason}. It is that of DATABASE_MIGRATION_URL, or of pg/portal-password below DATA_DIR.`,
      { cause: error },
    )
  }
}
