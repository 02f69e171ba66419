import type { Pool } from 'pg'

export type NameRow = { id: number; name: string }
type TypeRow = NameRow & { category_id: number; is_industrial_rendition: boolean }

/** All names for small ids. */
export async function readNameRows(pool: Pick<Pool, 'query'>) {
  const [categories, types, relationTypes, counties, statuses] = await Promise.all([
    pool.query<NameRow>('SELECT id, name FROM category'),
    pool.query<TypeRow>('SELECT id, category_id, name, is_industrial_rendition FROM document_type'),
    pool.query<NameRow>('SELECT id, name FROM relation_type'),
    pool.query<NameRow>('SELECT id, name FROM county'),
    pool.query<NameRow>('SELECT id, name FROM status'),
  ])
  return {
    categories: categories.rows,
    types: types.rows,
    relationTypes: relationTypes.rows,
    counties: counties.rows,
    statuses: statuses.rows,
  }
}
