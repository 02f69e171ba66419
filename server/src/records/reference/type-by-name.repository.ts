import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

export type NamedType = { readonly categoryId: number; readonly typeId: number }

/** A type by its own name and its category's, however they are written; undefined where there is none. */
export async function findTypeByName(
  db: Kysely<DB>,
  { category, type }: { category: string; type: string },
): Promise<NamedType | undefined> {
  return db
    .selectFrom('document_type')
    .innerJoin('category', 'category.id', 'document_type.category_id')
    .select(['category.id as categoryId', 'document_type.id as typeId'])
    .where(({ fn }) => fn<string>('lower', ['category.name']), '=', category.toLowerCase())
    .where(({ fn }) => fn<string>('lower', ['document_type.name']), '=', type.toLowerCase())
    .executeTakeFirst()
}
