import type { Pool } from 'pg'

/** Every function of the schema that belongs to no extension, as `name(arguments) returns result`. */
export async function functionsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT format('%s(%s) returns %s', proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid)) AS text
     FROM pg_proc AS p
     WHERE pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = p.oid AND d.deptype = 'e')
     ORDER BY 1`,
  )
  return rows.map(({ text }) => text)
}
