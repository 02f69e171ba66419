import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Desk } from '../browser/fixtures.ts'
import type { Records } from '../browser/records.ts'
import type { Parties } from './linking.ts'

const compress = promisify(zstdCompress)

/** Stores the text of a document, as the worker does. */
export async function storeText(records: Records, fileId: number, text: string): Promise<void> {
  const content = await compress(JSON.stringify({ text, boxes: '' }))
  await records.run(
    `INSERT INTO document_text (document_id, county_key, state, pages, characters, read_at)
     SELECT id, county_key, 'read', 1, 1, now() FROM document WHERE id = $1
     ON CONFLICT (document_id) DO UPDATE SET state = 'read', pages = 1, characters = 1, read_at = now()`,
    [fileId],
  )
  await records.run('INSERT INTO document_page VALUES ($1, 1, $2)', [fileId, content])
}

/** A text that suggests an owner and an agent. The agent works in the county from now on. */
export async function textOfBoth(
  records: Records,
  { county }: Pick<Desk, 'county'>,
  { agent, code }: Parties,
): Promise<string> {
  await records.run('INSERT INTO county_agent VALUES ($1, $2)', [county.CountyID, agent])
  return `Property owner: Mesa Compression LLC\nAgent: Lone Star Tax ${code}`
}

/** The bar of the panel with what the text suggests. */
export const suggestedBar = (page: Page) => page.getByRole('region', { name: 'Suggested' })
