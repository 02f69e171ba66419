import { deleteUpload } from '@portal/contract/files/files.ts'
import {
  deleteManyPermanently,
  deletePermanently,
  listDeletedFiles,
  restoreFile,
  type DeletedFile,
} from '@portal/contract/recycle-bin/recycle-bin.ts'
import { AUDIT_AS_TOLD } from './audit-as-told.ts'
import { SAMPLE_FILES } from './sample-files.ts'
import { storeDocument } from './store-document.ts'
import type { TestPerson, TestPortal } from './test-portal.ts'
import type { TWO_COUNTIES } from './two-counties.ts'

export type BinCalls = ReturnType<typeof binCalls>

/** The calls into and out of the recycle bin, by the clerk unless another person is given. */
export function binCalls(portal: TestPortal<typeof TWO_COUNTIES>) {
  const { counties, people } = portal
  const store = (person: TestPerson = people.clerk, bytes: Buffer = SAMPLE_FILES.pdf) =>
    storeDocument(portal, person, { bytes, categoryId: 2, typeId: 14, description: 'Wells' })

  const moveToBin = (file: number, person: TestPerson = people.clerk) =>
    portal.call(person, deleteUpload, { params: { fileId: file } })

  return {
    store,
    moveToBin,
    async storeInBin(person: TestPerson = people.clerk) {
      const file = await store(person)
      await moveToBin(file, person)
      return file
    },
    async list(person: TestPerson | null) {
      const answer = await portal.call(person, listDeletedFiles)
      return answer.json<{ files: DeletedFile[]; total: number }>()
    },
    /** Status and body of each. */
    restore: (file: number | string, person: TestPerson | null = people.clerk) =>
      portal.call(person, restoreFile, { params: { fileId: file } }).then(statusAndBody),
    deleteForGood: (file: number | string, person: TestPerson | null = people.clerk) =>
      portal.call(person, deletePermanently, { params: { fileId: file } }).then(statusAndBody),
    deleteMany: (ids: unknown, person: TestPerson | null = people.clerk) =>
      portal.call(person, deleteManyPermanently, { payload: { ids } }).then(statusAndBody),
    /** Adds this many documents of the clerk to the bin, without bytes. Returns their ids, ascending. */
    async addInBin(count: number): Promise<number[]> {
      const { rows } = await portal.pool.query<{ id: number }>(
        `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name,
           content_type, byte_size, sha256, storage_key, deleted_at, deleted_by)
         SELECT $1, $2, 1, 1, '2026-01-02', 2026, 'old.pdf', 'application/pdf', 1, sha256('x'), gen_random_uuid(), now(), $2
         FROM generate_series(1, $3::integer) RETURNING id`,
        [counties.loving, people.clerk.accountId, count],
      )
      return rows.map(({ id }) => id).toSorted((one, other) => one - other)
    },
    /** Where documents are now: 'list', 'bin' or, without a row, 'gone'. */
    async placesOf(files: readonly number[]): Promise<string[]> {
      const { rows } = await portal.pool.query<{ id: number; place: string }>(
        `SELECT id, CASE WHEN deleted_at IS NULL THEN 'list' ELSE 'bin' END AS place FROM document WHERE id = ANY ($1)`,
        [files],
      )
      return files.map((file) => rows.find(({ id }) => id === file)?.place ?? 'gone')
    },
    /** The audit records of a document after its upload and its move to the bin. */
    async recordsOf(file: number) {
      const { rows } = await portal.pool.query<{ who: string; what: string; before: object }>(
        `SELECT who, what, before FROM ${AUDIT_AS_TOLD}
         WHERE document_id = $1 AND what NOT IN ('uploaded', 'moved to the recycle bin') ORDER BY id`,
        [file],
      )
      return rows
    },
    async storageKeyOf(file: number): Promise<string> {
      const { rows } = await portal.pool.query<{ storage_key: string }>(
        'SELECT storage_key FROM document WHERE id = $1',
        [file],
      )
      return rows[0]?.storage_key ?? ''
    },
  }
}

function statusAndBody(answer: { statusCode: number; json: () => unknown }): [status: number, body: unknown] {
  return [answer.statusCode, answer.json()]
}
