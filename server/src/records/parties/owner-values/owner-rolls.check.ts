import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { DatabaseCheck } from '../../../engines/database/database-check.ts'
import type { Database } from '../../../engines/database/open-database.ts'
import { readNewest, readRoll, type RollKey, type RollText } from './owner-roll.repository.ts'
import { listLostValues, listWrittenRolls } from './owner-rolls.check.repository.ts'
import { counted } from '../../../engines/warnings/counted.ts'

const decompress = promisify(brotliDecompress)

/** Whether the stored rolls match the owner values. */
export const ownerRollsCheck: DatabaseCheck = {
  name: 'owner rolls',
  async find(database) {
    const drifted = await findDriftedRolls(database)
    const lost = await listLostValues(database.kysely)
    return [
      ...drifted.map(
        ({ countyId, appraisalYear }) =>
          `The roll of county ${countyId} of ${appraisalYear} is not what its owner values say: \`npm run -s portal -- counts rebuild\` has it written anew.`,
      ),
      ...lost.map(
        ({ countyId, appraisalYear, values, partyNumber }) =>
          `${counted(values, 'owner value')} of county ${countyId} of ${appraisalYear} without an organization, such as that of party number ${partyNumber}: import the owner values again.`,
      ),
    ]
  },
}

type RollDatabase = Pick<Database, 'pool' | 'kysely'>

/** Rolls that are marked as current but are not, or cannot be read. */
export async function findDriftedRolls(database: RollDatabase): Promise<RollKey[]> {
  const drifted: RollKey[] = []
  for (const key of await listWrittenRolls(database.kysely))
    if (!(await isTrue(database, key))) drifted.push(key)
  return drifted
}

async function isTrue({ pool, kysely }: RollDatabase, key: RollKey): Promise<boolean> {
  const written = await readNewest(kysely, key)
  const now = await readRoll(pool, key, async (text) => ({ version: text.version, hash: await hashOf(text) }))
  // A roll that changed meanwhile is rewritten anyway.
  if (!written || written.version !== now.version) return true
  const text = await decompress(written.columns).catch(() => null)
  if (!text || !createHash('sha256').update(text).digest().equals(now.hash)) return false
  return written.hash.equals(now.hash)
}

async function hashOf({ pieces }: RollText): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest()
}
