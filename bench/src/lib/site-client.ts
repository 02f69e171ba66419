import { Client } from 'pg'
import type { Site } from './site.ts'

/** A connection to the site's database while `work` goes on. */
export async function withClient<T>({ connection }: Site, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
