import type { Database } from '../../../engines/database/open-database.ts'
import { DOCUMENT_FACTS, type DocumentRow } from '../documents.repository.ts'
import type { Scan } from '../../stored-files/scan/scan.repository.ts'

/** A download of the bytes, or a look at a document on the screen. */
export type ReadAction = 'document.downloaded' | 'document.viewed'

/** A person who reads a document, maybe by an API token, and the time since which such reads of it count as one. */
export type Reader = {
  documentId: number
  accountId: number
  tokenId: number | undefined
  since: Date
  action: ReadAction
}

/** The facts that a download needs; `isRecorded` says whether the read was recorded. */
export type Downloadable = { document: DocumentRow; scan: Scan | undefined; isRecorded: boolean }

const FIND_DOWNLOADABLE = `
  SELECT ${DOCUMENT_FACTS.map((fact) => `document.${fact}`).join(', ')}, scan_state, scan_finding,
    EXISTS (
      SELECT FROM audit_record
      WHERE subject_kind = 'document' AND subject_id = $1::integer::text AND at > $3::timestamptz AND account_id = $2
        AND action = $4 AND coalesce(after #>> '{token,id}', '') = $5
    ) AS is_recorded
  FROM document LEFT JOIN stored_object ON stored_object.key = document.storage_key
  WHERE document.id = $1::integer`

type DownloadableRow = DocumentRow & {
  scan_state: Scan['state'] | null
  scan_finding: string | null
  is_recorded: boolean
}

/** Uses one statement on the bare driver: viewers request the same document again and again. */
export async function findDownloadable(
  { pool, prepareNamed }: Pick<Database, 'pool' | 'prepareNamed'>,
  { documentId, accountId, tokenId, since, action }: Reader,
): Promise<Downloadable | undefined> {
  const { rows } = await pool.query<DownloadableRow>({
    ...(prepareNamed ? { name: 'find-downloadable' } : {}),
    text: FIND_DOWNLOADABLE,
    values: [documentId, accountId, since, action, tokenId === undefined ? '' : String(tokenId)],
  })
  if (!rows[0]) return undefined
  const { scan_state: state, scan_finding: finding, is_recorded: isRecorded, ...document } = rows[0]
  return { document, scan: state === null ? undefined : { state, finding }, isRecorded }
}
