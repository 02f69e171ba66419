import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../../../records/access/county.policy.ts'
import type { BinScope } from '../../../records/documents/bin.scope.ts'
import { scopeCondition } from '../../../records/access/county-scope.repository.ts'

export type DuplicateQuery = {
  /** SHA-256, in hexadecimal digits. */
  readonly hashes: readonly string[]
  readonly scope: CountyScope
  /** Whose documents in the bin are included, because the caller may restore only these; null means everyone's. */
  readonly uploadedBy: BinScope['uploadedBy']
  /** The document itself, which is not its own duplicate. */
  readonly except?: number
  /** The maximum number of documents per hash. */
  readonly atMost: number
}

/**
 * Returns the newest documents with these bytes within the scope. Each row has the total number of documents with its
 * hash.
 */
export async function findSameBytes(db: Kysely<DB>, asked: DuplicateQuery) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('document')
        .where(
          'document.sha256',
          '=',
          sql<Buffer>`ANY (ARRAY(
          SELECT decode(hash, 'hex') FROM unnest(${asked.hashes}::text[]) AS hash
        ))`,
        )
        .where(scopeCondition(asked.scope, 'document'))
        .where(isTold(asked))
        .where('document.id', '<>', asked.except ?? 0)
        .select([
          'document.id',
          'document.sha256',
          'document.file_name',
          'document.uploaded_at',
          'document.uploaded_by',
          'document.county_id',
          'document.deleted_at',
        ])
        .select([
          sql<number>`(count(*) OVER (PARTITION BY document.sha256))::integer`.as('total'),
          sql<number>`row_number() OVER (
            PARTITION BY document.sha256
            ORDER BY document.deleted_at IS NOT NULL, document.uploaded_at DESC, document.id DESC
          )`.as('place'),
        ])
        .as('duplicate'),
    )
    .innerJoin('account', 'account.id', 'duplicate.uploaded_by')
    .where('duplicate.place', '<=', asked.atMost)
    .selectAll('duplicate')
    .select('account.email as uploaded_by_email')
    .orderBy('duplicate.sha256')
    .orderBy('duplicate.place')
    .execute()
}

export type DuplicateRow = Awaited<ReturnType<typeof findSameBytes>>[number]

function isTold({ uploadedBy }: DuplicateQuery) {
  return (document: ExpressionBuilder<DB, 'document'>) => {
    if (uploadedBy === null) return document.lit(true)
    return document.or([
      document('document.deleted_at', 'is', null),
      document('document.uploaded_by', '=', uploadedBy),
    ])
  }
}
