import type { Pool } from 'pg'

/** Does to the audit record what its triggers forbid, as somebody may who owns the tables. */
export async function tamper(pool: Pool, statement: string): Promise<void> {
  const client = await pool.connect()
  const triggers = (verb: 'DISABLE' | 'ENABLE') =>
    client.query(
      `ALTER TABLE audit_record ${verb} TRIGGER USER; ALTER TABLE audit_chain ${verb} TRIGGER USER`,
    )
  try {
    await triggers('DISABLE')
    await client.query(statement)
    await triggers('ENABLE')
  } finally {
    client.release(true)
  }
}
