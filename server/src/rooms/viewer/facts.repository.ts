import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

export async function findUploaderEmail(db: Kysely<DB>, accountId: number): Promise<string> {
  const account = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.email ?? ''
}
