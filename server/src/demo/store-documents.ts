import type { Transaction } from 'kysely'
import type { DB } from '../engines/database/generated/db.d.ts'
import { newStorageKey } from '../engines/storage/storage.ts'
import { recordHistory } from '../records/audit/record.ts'
import type { World } from '../records/context.ts'
import { changeDocuments } from '../records/documents/document-changes.repository.ts'
import { checkDraft } from '../records/intake/document-draft.ts'
import { storeFile, type KeptFile } from '../records/intake/store-file.ts'
import { recordPastDocuments } from '../records/intake/record-documents.ts'
import { discardOnFailure, stageFile } from '../records/intake/stage-file.ts'
import { insertOwnerLink } from '../records/documents/links.repository.ts'
import { SAMPLE_DOCUMENTS, type PlannedDocument } from './plan-documents.ts'
import { changesOf, momentsOf, NEW, OWNER, signerOf, type History } from './sample-history.ts'

/** A planned document whose bytes are kept. */
export type SampleDocument = PlannedDocument & { readonly file: KeptFile }

type RecordedSample = { readonly id: number; readonly document: SampleDocument }

const AT_ONCE = 8
const ROWS_AT_ONCE = 200

/** Takes in the bytes of all documents, saying how far it is. */
export async function storeFiles(
  world: World,
  planned: readonly PlannedDocument[],
  print: (line: string) => void,
): Promise<SampleDocument[]> {
  const documents: SampleDocument[] = []
  for (let from = 0; from < planned.length; from += AT_ONCE) {
    const some = planned.slice(from, from + AT_ONCE)
    documents.push(...(await Promise.all(some.map((document) => storeSample(world, document)))))
    if (documents.length % 500 === 0) print(`  ${documents.length} of ${SAMPLE_DOCUMENTS} sample documents`)
  }
  return documents
}

function storeSample(world: World, document: PlannedDocument): Promise<SampleDocument> {
  const { fileName: name, bytes } = document
  const key = newStorageKey()
  return discardOnFailure(world, key, async () => {
    const staged = await stageFile(world, { key, name, bytes: once(bytes), largest: bytes.length })
    return { ...document, file: await storeFile(world, staged) }
  })
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Records documents as they came over the seasons, and what was done to them since. */
export async function recordSeasons(
  transaction: Transaction<DB>,
  documents: readonly SampleDocument[],
  { calendar, history }: Pick<World, 'calendar'> & { history: History },
): Promise<void> {
  for (let from = 0; from < documents.length; from += ROWS_AT_ONCE) {
    const some = documents.slice(from, from + ROWS_AT_ONCE)
    const rows = await recordPastDocuments(
      transaction,
      { calendar },
      some.map((document) => ({
        ...document,
        ...checkDraft(history.names, document),
        actor: signerOf(document.uploadedBy, history),
        verdict: null,
      })),
    )
    const recorded = rows.flatMap(({ id }, at) => {
      const document = some[at]
      return document ? [{ id, document }] : []
    })
    await workThrough(transaction, recorded, history)
  }
}

/** Links and status are saved in one go, as the edit dialog does it. */
async function workThrough(
  transaction: Transaction<DB>,
  recorded: readonly RecordedSample[],
  history: History,
): Promise<void> {
  for (const { id, document } of recorded.filter(({ document: { isLinked } }) => isLinked)) {
    await insertOwnerLink(
      transaction,
      { id, county_id: document.countyId },
      {
        partyNumber: document.owner.partyNumber,
        relationTypeId: OWNER,
        linkedAt: momentsOf(document, history).worked,
        linkedBy: history.administratorId,
      },
    )
  }
  const edited = recorded.filter(({ document }) => document.isLinked || document.statusId !== NEW)
  for (const [statusId, some] of Map.groupBy(edited, ({ document }) => document.statusId)) {
    const ids = some.map(({ id }) => id)
    await changeDocuments(transaction, ids, statusId === NEW ? {} : { status_id: statusId })
  }
  for (const { id, document } of recorded.filter(({ document: { isInBin } }) => isInBin)) {
    const bin = { deleted_at: momentsOf(document, history).binned, deleted_by: document.uploadedBy }
    await changeDocuments(transaction, [id], bin)
  }
  await recordHistory(
    transaction,
    recorded.flatMap(({ id, document }) => changesOf(document, id, history)),
  )
}
