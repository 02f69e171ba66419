import { Client } from 'pg'
import { vi } from 'vitest'

/** The SQL that a call sends to the database, in order. */
export async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await call()
    return query.mock.calls.map(([asked]) => {
      const statement: unknown = asked
      return typeof statement === 'string' ? statement : (statement as { text: string }).text
    })
  } finally {
    query.mockRestore()
  }
}
