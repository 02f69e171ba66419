import { listUploads, type ListedUpload } from '@portal/contract/files/files.ts'
import { BACKGROUND } from '../background.ts'
import { indexDocument } from '../records/search-index/index-document.ts'
import type { PageTexts } from '../records/search-index/page-texts.ts'
import { subscriberJobs } from '../records/documents/document-events.ts'
import { runDueJobs } from './mailbox.ts'
import type { OpenPortal, TestPerson } from './portal/open-portal.ts'

type NewDocument = {
  readonly county?: number | null
  readonly by: TestPerson
  readonly name?: string
  readonly description?: string
  readonly text?: readonly string[]
  readonly id?: number
}

type Answer = {
  files: ListedUpload[]
  total: number
  totalPages: number
  isTotalExact?: false
  search?: { corrections: { word: string; by: string }[]; leftOut: string[] }
}

/** The text of documents, by their ids: its pages in order. */
export function pageTextsOf(texts: ReadonlyMap<number, readonly string[]>): PageTexts {
  return {
    countPages: async () => new Map([...texts].map(([id, pages]) => [id, pages.length])),
    read: async (_db, ids, { from, to }) =>
      ids.flatMap((documentId) => {
        const pages = (texts.get(documentId) ?? []).slice(from - 1, to)
        return pages.map((text, index) => ({ documentId, page: from + index, text }))
      }),
  }
}

/** Documents with text, and searches for them. */
export function searchCalls(portal: OpenPortal, texts: Map<number, readonly string[]> = new Map()) {
  const jobs = [
    ...subscriberJobs([indexDocument]),
    ...BACKGROUND.jobs.filter(({ kind }) => kind.startsWith('index-')),
  ]
  const search = async (person: TestPerson, query: Readonly<Record<string, string | number>>) => {
    const answer = await portal.call(person, listUploads, { query })
    return {
      status: answer.statusCode,
      body: answer.json<Answer & { error?: string }>(),
      headers: answer.headers,
    }
  }
  return {
    /** A document without bytes; returns its id. It is not indexed yet. */
    async add({ county = null, by, name = 'scan.pdf', description = '', text = [], id }: NewDocument) {
      const { rows } = await portal.pool.query<{ id: number }>(
        `INSERT INTO document (id, county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name,
           content_type, byte_size, sha256, storage_key, description)
         OVERRIDING SYSTEM VALUE
         VALUES (coalesce($1, nextval('document_id_seq')), $2, $3, 1, 1, '2026-03-01 12:00Z', 2026, $4::text, 'application/pdf', 100,
           sha256(convert_to($4::text, 'UTF8')), gen_random_uuid(), $5) RETURNING id`,
        [id ?? null, county, by.accountId, name, description],
      )
      const [{ id: made } = { id: 0 }] = rows
      texts.set(made, text)
      await portal.pool.query(
        `INSERT INTO document_text (document_id, county_key, state, characters)
         SELECT id, county_key, 'read', $2::integer FROM document WHERE id = $1`,
        [made, text.join('').length],
      )
      await portal.pool.query(
        `INSERT INTO stored_object (key, byte_size, sha256, state, scan_state)
         SELECT storage_key, byte_size, sha256, 'kept', 'clean' FROM document WHERE id = $1 ON CONFLICT DO NOTHING`,
        [made],
      )
      return made
    },
    /** Runs the jobs of the index that are due. */
    index: () => runDueJobs(portal, jobs),
    search,
    /** The ids that a search finds, in their order. */
    async found(person: TestPerson, q: string, more: Readonly<Record<string, string | number>> = {}) {
      const { status, body } = await search(person, { q, ...more })
      if (status !== 200) throw new Error(`The search answered ${status}: ${body.error}`)
      return body.files.map(({ FileID }) => FileID)
    },
  }
}
