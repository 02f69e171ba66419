import { Client, type Pool } from 'pg'
import { inject } from 'vitest'

/** Changes a test's database like an attacker with all rights, despite the protections of its tables. */
export async function changeAsSuperuser(pool: Pool, statement: string): Promise<void> {
  const url = new URL(inject('cluster').adminUrl)
  url.pathname = new URL(pool.options.connectionString ?? '').pathname
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query(`SET session_replication_role = 'replica'; ${statement}`)
  await client.end()
}
