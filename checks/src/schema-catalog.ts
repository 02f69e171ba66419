import { readCatalog } from '@portal/server/src/engines/migrations/schema-catalog.repository.ts'
import { withSchemaDatabase } from './schema-database.ts'

/** The triggers, constraints and indexes that the migrations create; `verify --database` reports missing ones. */
export async function schemaCatalog(): Promise<string> {
  const catalog = await withSchemaDatabase(({ database }) => readCatalog(database.kysely))
  return `${JSON.stringify(catalog, null, 2)}\n`
}
