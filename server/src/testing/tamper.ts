import type { Pool } from 'pg'

/** Changes the audit record despite its triggers, as the owner of the tables can. */
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
