import type { Pool } from 'pg'
import { StartError } from '../config/start-error.ts'
import type { Log } from '../log/log.ts'
import { grantPortalRights, mayCreate, readRole, usesOwnersRights } from './owner.repository.ts'
import { createPool } from './pool.ts'

/** A change of the schema holds one connection and works on others. */
const CONNECTIONS = 3

/**
 * Does `work` on the database as the role that owns its tables, and gives the portal's role its rights on what there is
 * then.
 * @throws StartError where that role cannot be used, or the portal's role has the owner's rights.
 */
export async function workAsOwner<T>(
  { pool, migrationUrl, log }: { pool: Pool; migrationUrl: string; log: Log },
  work: (owner: Pool) => Promise<T>,
): Promise<T> {
  const owner = createPool({ connectionString: migrationUrl }, { size: CONNECTIONS, log })
  try {
    const [ours, theirs] = [await readRole(pool), await roleOf(owner)]
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
    const result = await work(owner)
    await grantPortalRights(owner, ours)
    return result
  } finally {
    await owner.end()
  }
}

async function roleOf(owner: Pool): Promise<string> {
  try {
    return await readRole(owner)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`DATABASE_MIGRATION_URL names a database that cannot be used: ${reason}.`, {
      cause: error,
    })
  }
}
