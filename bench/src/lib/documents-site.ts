import { StartError } from '@portal/server/src/engines/config/start-error.ts'
import { Client } from 'pg'
import { loadDocuments } from './documents-data.ts'
import { SIZES, type Size } from './options.ts'
import { openSite, removeSite, type Site, type SiteOptions } from './site.ts'

type Options = Omit<SiteOptions, 'name'> & { say: (line: string) => void }

/** A portal with that many documents: the one kept from an earlier run, or a new one. Close it when done. */
export async function openDocumentsSite(size: Size, { say, ...options }: Options): Promise<Site> {
  const named = { ...options, name: `documents_${size}` }
  const kept = await openKept(named)
  if (kept && (await documentsIn(kept)) === SIZES[size]) return kept
  await kept?.close()
  say(`Making ${SIZES[size].toLocaleString('en-US')} documents, kept in ${options.folder} for the next run …`)
  await removeSite(named)
  return fill(await openSite(named), SIZES[size])
}

/** Null when the kept one belongs to other migrations than today's. */
async function openKept(options: SiteOptions): Promise<Site | null> {
  try {
    return await openSite(options)
  } catch (error) {
    if (error instanceof StartError) return null
    throw error
  }
}

async function documentsIn({ connection }: Site): Promise<number> {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query<{ n: number }>('SELECT count(*)::integer AS n FROM document')
  await client.end()
  return rows[0]?.n ?? 0
}

async function fill(site: Site, count: number): Promise<Site> {
  const client = new Client(site.connection)
  await client.connect()
  await loadDocuments(client, count)
  await client.end()
  return site
}
