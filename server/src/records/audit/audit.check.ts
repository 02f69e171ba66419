import type { DatabaseCheck } from '../../engines/database/database-check.ts'
import type { Engines } from '../../engines/engines.ts'
import { verifyAnchors } from './anchors/verify-anchors.usecases.ts'
import { listMissingMonths, listUnguardedParts } from './audit.check.repository.ts'
import { verifyAudit } from './verify-audit.usecases.ts'

/** Whether the audit record is unchanged, matches its anchors, and has partitions for new records. */
export const auditCheck = (world: Pick<Engines, 'storage' | 'clock'>): DatabaseCheck => ({
  name: 'audit',
  async find(database) {
    const { problem } = await verifyAudit({ database }, () => {})
    const broken = problem === null ? [] : [problem]
    const { problems } = await verifyAnchors({ ...world, database })
    const months = await listMissingMonths(database.kysely)
    const unguarded = await listUnguardedParts(database.kysely)
    return [
      ...broken.map(
        (line) =>
          `${line} Somebody has changed the audit record: keep this database as it is, and compare it with a backup.`,
      ),
      ...problems,
      ...months.map(
        (month) => `The audit record has no part for ${month}: a running server makes it within an hour.`,
      ),
      ...unguarded.map(
        (part) =>
          `Trigger audit_record_is_not_emptied of ${part} is missing: make it as server/schema/audit_record.sql does.`,
      ),
    ]
  },
})
