import { USUAL_RELATIONS } from '@portal/contract/lookups/usual-relations.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type UsualRelations = { readonly owner: number | undefined; readonly agent: number | undefined }

/** The relation types of new links. Undefined if the portal has renamed or removed one. */
export async function findRelationTypes(db: Kysely<DB>): Promise<UsualRelations> {
  const rows = await db
    .selectFrom('relation_type')
    .where('name', 'in', Object.values(USUAL_RELATIONS))
    .select(['id', 'name'])
    .execute()
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id
  return { owner: idOf(USUAL_RELATIONS.owner), agent: idOf(USUAL_RELATIONS.agent) }
}
