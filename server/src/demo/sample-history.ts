import type { ProvenActor } from '../records/access/actor.ts'
import type { PastEntry } from '../records/audit/record.ts'
import type { Names } from '../records/reference/dictionaries.ts'
import type { PlannedDocument } from './plan-documents.ts'

export type History = {
  now: Date
  names: Names
  administratorId: number
  emailOf: (accountId: number) => string
}

/** The relation type of sample links. */
export const OWNER = 1
/** The caller in the audit records of sample data. */
const SAMPLE_CALLER = { address: 'sample data', isOfProxy: false, requestId: '' }
/** The status of every new document. */
export const NEW = 1
const HOUR_MS = 3_600_000

/** When an administrator worked on a document, and when it was deleted, if it was. */
export function momentsOf({ uploadedAt }: PlannedDocument, { now }: Pick<History, 'now'>) {
  const after = (hours: number) => new Date(Math.min(uploadedAt.getTime() + hours * HOUR_MS, now.getTime()))
  return { worked: after(1), binned: after(2) }
}

/** The actor in the audit record of a sample change. */
export function signerOf(accountId: number, { emailOf }: Pick<History, 'emailOf'>): ProvenActor {
  return { kind: 'proven', caller: SAMPLE_CALLER, account: { accountId, email: emailOf(accountId) } }
}

/** Returns one audit record for each change of a sample document since its upload. */
export function changesOf(document: PlannedDocument, id: number, history: History): PastEntry[] {
  const { names, administratorId } = history
  const { worked, binned } = momentsOf(document, history)
  const { uploadedBy, fileName, owner } = document
  const of = { subject: { kind: 'document' as const, id }, countyId: document.countyId }
  const working = { ...of, at: worked, actor: signerOf(administratorId, history) }
  const entries: PastEntry[] = []
  if (document.isLinked) {
    const after = {
      partyNumber: owner.partyNumber,
      owner: owner.name,
      relationType: names.relationTypeName(OWNER) ?? '',
    }
    entries.push({ ...working, action: 'owner.linked', after })
  }
  if (document.statusId !== NEW) {
    const facts = { before: statusOf(NEW, names), after: statusOf(document.statusId, names) }
    entries.push({ ...working, action: 'document.status_set', ...facts })
  }
  if (document.isInBin) {
    const actor = signerOf(uploadedBy, history)
    entries.push({ ...of, at: binned, actor, action: 'document.binned', before: { fileName } })
  }
  return entries
}

function statusOf(statusId: number, names: Names) {
  return { status: names.statusText(statusId) }
}
