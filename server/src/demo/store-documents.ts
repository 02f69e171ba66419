import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { checkKind } from '../files/kinds/check-kind.ts'
import type { World } from '../world.ts'
import { SAMPLE_DOCUMENTS, type PlannedDocument } from './plan-documents.ts'

const AT_ONCE = 8
const ROWS_AT_ONCE = 200

type Stored = PlannedDocument & { storageKey: string; sha256: Buffer; contentType: string }

/** Puts the bytes of all documents to their place, saying how far it is. */
export async function storeBytes(
  { storage }: Pick<World, 'storage'>,
  planned: readonly PlannedDocument[],
  say: (line: string) => void,
): Promise<Stored[]> {
  const stored: Stored[] = []
  for (let from = 0; from < planned.length; from += AT_ONCE) {
    stored.push(
      ...(await Promise.all(
        planned.slice(from, from + AT_ONCE).map((document) => storeOne(storage, document)),
      )),
    )
    if (stored.length % 500 === 0) say(`  ${stored.length} of ${SAMPLE_DOCUMENTS} sample documents`)
  }
  return stored
}

async function storeOne(storage: World['storage'], document: PlannedDocument): Promise<Stored> {
  const storageKey = randomUUID()
  const { bytes } = document
  const verdict = await checkKind(document.fileName, {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  })
  if (!verdict.ok) throw new Error(verdict.message)
  const { sha256 } = await storage.stage(storageKey, once(bytes), { largest: bytes.length })
  await storage.keep(storageKey)
  return { ...document, storageKey, sha256, contentType: verdict.contentType }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

type People = { administratorId: number; emailOf: (accountId: number) => string }

/** Writes rows, owners' links and audit records of stored documents; some go to the recycle bin. */
export async function writeRows(
  transaction: Transaction<DB>,
  stored: readonly Stored[],
  people: People,
): Promise<void> {
  for (let from = 0; from < stored.length; from += ROWS_AT_ONCE) {
    await writePortion(transaction, stored.slice(from, from + ROWS_AT_ONCE), people)
  }
}

async function writePortion(
  transaction: Transaction<DB>,
  portion: readonly Stored[],
  people: People,
): Promise<void> {
  const rows = await transaction
    .insertInto('document')
    .values(portion.map(rowOf))
    .returning(['id', 'storage_key'])
    .execute()
  const idByKey = new Map(rows.map((row) => [row.storage_key, row.id]))
  const withId = portion.map((document) => ({ document, id: idByKey.get(document.storageKey) ?? 0 }))
  await transaction
    .insertInto('audit_record')
    .values(withId.map(({ document, id }) => auditOf(document, id, people)))
    .execute()
  const linked = withId.filter(({ document, id }) => document.countyId !== null && id % 3 === 0)
  if (linked.length === 0) return
  await transaction
    .insertInto('document_owner')
    .values(
      linked.map(({ document, id }) => ({
        document_id: id,
        party_number: document.owner.partyNumber,
        relation_type_id: 1,
        county_id: document.countyId,
        linked_at: document.uploadedAt,
        linked_by: people.administratorId,
      })),
    )
    .execute()
}

function rowOf(document: Stored) {
  const isDeleted = document.bytes.length % 61 === 0
  return {
    county_id: document.countyId,
    uploaded_by: document.uploadedBy,
    category_id: document.categoryId,
    type_id: document.typeId,
    status_id: document.statusId,
    description: document.description,
    uploaded_at: document.uploadedAt,
    appraisal_year: document.uploadedAt.getUTCFullYear(),
    file_name: document.fileName,
    content_type: document.contentType,
    byte_size: document.bytes.length,
    sha256: document.sha256,
    storage_key: document.storageKey,
    deleted_at: isDeleted ? document.uploadedAt : null,
    deleted_by: isDeleted ? document.uploadedBy : null,
  }
}

function auditOf(document: Stored, id: number, people: People) {
  return {
    at: document.uploadedAt,
    account_id: document.uploadedBy,
    who: people.emailOf(document.uploadedBy),
    what: 'uploaded',
    document_id: id,
    county_id: document.countyId,
    came_from: 'sample data',
    after: JSON.stringify({ fileName: document.fileName, size: document.bytes.length }),
  }
}
