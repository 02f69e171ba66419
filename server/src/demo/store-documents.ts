import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { checkKind } from '../files/kinds/check-kind.ts'
import type { World } from '../world.ts'
import { SAMPLE_DOCUMENTS, type PlannedDocument } from './plan-documents.ts'
import {
  momentsOf,
  OWNER,
  recordsOf,
  versionOf,
  type History,
  type StoredDocument,
} from './sample-history.ts'

const AT_ONCE = 8
const ROWS_AT_ONCE = 200

/** Puts the bytes of all documents to their place, saying how far it is. */
export async function storeBytes(
  { storage }: Pick<World, 'storage'>,
  planned: readonly PlannedDocument[],
  say: (line: string) => void,
): Promise<StoredDocument[]> {
  const stored: StoredDocument[] = []
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

async function storeOne(storage: World['storage'], document: PlannedDocument): Promise<StoredDocument> {
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

/** Writes rows, owners' links and audit records of stored documents; some go to the recycle bin. */
export async function writeRows(
  transaction: Transaction<DB>,
  stored: readonly StoredDocument[],
  context: History,
): Promise<void> {
  for (let from = 0; from < stored.length; from += ROWS_AT_ONCE) {
    await writePortion(transaction, stored.slice(from, from + ROWS_AT_ONCE), context)
  }
}

async function writePortion(
  transaction: Transaction<DB>,
  portion: readonly StoredDocument[],
  context: History,
): Promise<void> {
  const rows = await transaction
    .insertInto('document')
    .values(portion.map((document) => rowOf(document, context)))
    .returning(['id', 'storage_key'])
    .execute()
  const idByKey = new Map(rows.map((row) => [row.storage_key, row.id]))
  const withId = portion.map((document) => ({ document, id: idByKey.get(document.storageKey) ?? 0 }))
  await transaction
    .insertInto('audit_record')
    .values(withId.flatMap(({ document, id }) => recordsOf(document, id, context)))
    .execute()
  const linked = withId.filter(({ document }) => document.isLinked)
  if (linked.length === 0) return
  await transaction
    .insertInto('document_owner')
    .values(
      linked.map(({ document, id }) => ({
        document_id: id,
        party_number: document.owner.partyNumber,
        relation_type_id: OWNER,
        county_id: document.countyId,
        linked_at: momentsOf(document, context).worked,
        linked_by: context.administratorId,
      })),
    )
    .execute()
}

function rowOf(document: StoredDocument, context: History) {
  const { binned } = momentsOf(document, context)
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
    version: versionOf(document),
    deleted_at: document.isInBin ? binned : null,
    deleted_by: document.isInBin ? document.uploadedBy : null,
  }
}
