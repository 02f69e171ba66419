import type { Transaction } from 'kysely'
import type { DB } from '../engines/database/generated/db.d.ts'
import { newStorageKey } from '../engines/storage/storage.ts'
import { recordHistory } from '../records/audit/record.ts'
import type { World } from '../records/context.ts'
import { checkDraft } from '../records/intake/document-draft.ts'
import { storeFile, type FileInStore } from '../records/intake/store-file.ts'
import { recordPastDocuments, type PresentState } from '../records/intake/record-documents.ts'
import { discardOnFailure, stageFile } from '../records/intake/stage-file.ts'
import { insertOwnerLink } from '../records/documents/links.repository.ts'
import { SAMPLE_DOCUMENTS, type PlannedDocument } from './plan-documents.ts'
import { changesOf, momentsOf, NEW, OWNER, signerOf, type History } from './sample-history.ts'

/** A planned document with its stored bytes. */
export type SampleDocument = PlannedDocument & { readonly file: FileInStore }

type RecordedSample = { readonly id: number; readonly document: SampleDocument }

const AT_ONCE = 8
const ROWS_AT_ONCE = 200

/** Stores the bytes of all documents, and prints the progress. */
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

/** Records the documents of several seasons in their current state, each with its history. */
export async function recordSeasons(
  transaction: Transaction<DB>,
  documents: readonly SampleDocument[],
  { history, ...world }: Pick<World, 'calendar' | 'jobs' | 'documentSubscribers'> & { history: History },
): Promise<void> {
  for (let from = 0; from < documents.length; from += ROWS_AT_ONCE) {
    const some = documents.slice(from, from + ROWS_AT_ONCE)
    const rows = await recordPastDocuments(
      transaction,
      world,
      some.map((document) => ({
        ...document,
        ...checkDraft(history.names, document),
        actor: signerOf(document.uploadedBy, history),
        present: presentOf(document, history),
        verdict: null,
      })),
    )
    const recorded = rows.flatMap(({ id }, at) => {
      const document = some[at]
      return document ? [{ id, document }] : []
    })
    await linkAndRecord(transaction, recorded, history)
  }
}

/** Links and status are one version, as in the edit dialog. A move to the recycle bin is another. */
function presentOf(document: SampleDocument, history: History): PresentState {
  const { statusId, isLinked, isInBin, uploadedBy } = document
  const isEdited = isLinked || statusId !== NEW
  return {
    status_id: statusId,
    version: 1 + Number(isEdited) + Number(isInBin),
    deleted_at: isInBin ? momentsOf(document, history).binned : null,
    deleted_by: isInBin ? uploadedBy : null,
  }
}

/** Adds the links of the documents, and the audit records of their changes. */
async function linkAndRecord(
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
  await recordHistory(
    transaction,
    recorded.flatMap(({ id, document }) => changesOf(document, id, history)),
  )
}
