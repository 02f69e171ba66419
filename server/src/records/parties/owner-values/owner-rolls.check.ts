import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { DatabaseCheck } from '../../../engines/database/database-check.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { readNewest, writeColumns, type RollKey } from './owner-roll.repository.ts'
import { listLostValues, listWrittenRolls } from './owner-rolls.check.repository.ts'

const decompress = promisify(brotliDecompress)

/** Whether the rolls that people are shown say what the owner values say. */
export const ownerRollsCheck: DatabaseCheck = {
  name: 'owner rolls',
  async find({ kysely }) {
    const drifted = await findDriftedRolls(kysely)
    const lost = await listLostValues(kysely)
    return [
      ...drifted.map(
        ({ countyId, appraisalYear }) =>
          `The roll of county ${countyId} of ${appraisalYear} is not what its owner values say: \`npm run -s portal -- counts rebuild\` has it written anew.`,
      ),
      ...lost.map(
        ({ countyId, appraisalYear, values, partyNumber }) =>
          `${values.toLocaleString('en-US')} owner value(s) of county ${countyId} of ${appraisalYear} name no organization that is there, such as ${partyNumber}: import them again.`,
      ),
    ]
  },
}

/** Rolls that are held to be up to date and are not, or cannot be read. */
export async function findDriftedRolls(db: Kysely<DB>): Promise<RollKey[]> {
  const drifted: RollKey[] = []
  for (const key of await listWrittenRolls(db)) if (!(await isTrue(db, key))) drifted.push(key)
  return drifted
}

async function isTrue(db: Kysely<DB>, key: RollKey): Promise<boolean> {
  const written = await readNewest(db, key)
  const { version, json } = await writeColumns(db, key)
  // One that was changed meanwhile is written anew by itself.
  if (!written || written.version !== version) return true
  const text = await decompress(written.columns).catch(() => null)
  if (!text || text.toString() !== json) return false
  return createHash('sha256').update(text).digest().equals(written.hash)
}
