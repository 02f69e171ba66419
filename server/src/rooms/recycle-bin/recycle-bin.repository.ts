import type { ExpressionBuilder, Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { BinScope } from '../../records/documents/bin.scope.ts'
import { binTotal } from '../../records/documents/counts/counts.repository.ts'
import { scopeCondition } from '../../records/access/county-scope.repository.ts'

function isListed({ seen, uploadedBy }: BinScope) {
  return (document: ExpressionBuilder<DB, 'document'>) => {
    const listed = [document('document.deleted_at', 'is not', null), scopeCondition(seen, 'document')]
    if (uploadedBy !== null) listed.push(document('document.uploaded_by', '=', uploadedBy))
    return document.and(listed)
  }
}

/** The deletions of the scope, newest first. */
export function binRows(db: Kysely<DB>, scope: BinScope) {
  return db
    .selectFrom('document')
    .leftJoin('account', 'account.id', 'document.deleted_by')
    .where(isListed(scope))
    .select([
      'document.id',
      'document.file_name',
      'document.deleted_at',
      'document.category_id',
      'document.type_id',
      'document.description',
      'document.county_id',
      'account.email as deleted_by_email',
    ])
    .orderBy('document.deleted_at', 'desc')
    .orderBy('document.id', 'desc')
}

/** Returns the newest deletions of the scope, up to `atMost`. Each row carries the total of the same snapshot. */
export async function listBin(db: Kysely<DB>, scope: BinScope, atMost: number) {
  return binRows(db, scope).select(binTotal(scope).as('total')).limit(atMost).execute()
}

export type BinRow = Awaited<ReturnType<ReturnType<typeof binRows>['execute']>>[number]
