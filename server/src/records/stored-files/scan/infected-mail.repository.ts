import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** Finds the recipients of a virus mail: the uploader and all administrators, except disabled accounts. */
export async function findNoticed(db: Kysely<DB>, uploadedBy: number) {
  return db
    .selectFrom('account')
    .select(['account.id', 'account.email', 'account.is_admin as isAdmin'])
    .where('account.disabled_at', 'is', null)
    .where((account) =>
      account.or([account('account.is_admin', '=', true), account('account.id', '=', uploadedBy)]),
    )
    .orderBy('account.id')
    .execute()
}

export async function findEmail(db: Kysely<DB>, accountId: number): Promise<string> {
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return email
}
