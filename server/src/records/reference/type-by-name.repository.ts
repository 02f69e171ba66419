import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type TypeNames = { readonly category: string; readonly type: string }
export type NamedType = { readonly categoryId: number; readonly typeId: number }

/** A type by its own name and its category's, in any spelling; undefined if there is none. */
export async function findTypeByName(
  db: Kysely<DB>,
  { category, type }: TypeNames,
): Promise<NamedType | undefined> {
  return db
    .selectFrom('document_type')
    .innerJoin('category', 'category.id', 'document_type.category_id')
    .select(['category.id as categoryId', 'document_type.id as typeId'])
    .where(({ fn }) => fn<string>('lower', ['category.name']), '=', category.toLowerCase())
    .where(({ fn }) => fn<string>('lower', ['document_type.name']), '=', type.toLowerCase())
    .executeTakeFirst()
}

/** Finds types as `findTypeByName` does, but queries each only once. */
export function typesByName(db: Kysely<DB>): (named: TypeNames) => Promise<NamedType | undefined> {
  const found = new Map<string, Promise<NamedType | undefined>>()
  return (named) => {
    const key = JSON.stringify([named.category, named.type])
    const known = found.get(key) ?? findTypeByName(db, named)
    found.set(key, known)
    return known
  }
}
