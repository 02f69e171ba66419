import type { BodyOf, ResultOf } from '@portal/contract/endpoint.ts'
import { STATUS } from '@portal/contract/files/status.ts'
import {
  QUESTION_CLOSED,
  QUESTION_OPEN,
  QUESTION_PERSON_UNKNOWN,
  QUESTION_POINT_UNKNOWN,
  type askQuestion,
} from '@portal/contract/questions/questions.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { CallResult } from '../../engines/http/call-result.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import { listPointsOf } from '../../records/counties/question-points.repository.ts'
import { actOnDocument } from '../../records/documents/act-on-documents.ts'
import { columnChange } from '../../records/documents/column-change.ts'
import { listViewersAmong } from '../../records/documents/document-viewers.repository.ts'
import { mayEdit, refuseInBin, refuseOtherVersion } from '../../records/documents/documents.policy.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { askAbout } from '../../records/documents/questions/ask-question.ts'
import { withdrawQuestions } from '../../records/documents/questions/close-questions.ts'
import { toOpenQuestion } from '../../records/documents/questions/questions.models.ts'
import { findOpenQuestions } from '../../records/documents/questions/questions.repository.ts'
import { requireQuestion } from '../../records/documents/questions/require-question.ts'
import { requireDocument } from '../../records/documents/require-document.ts'
import { versionTag } from '../../records/documents/version-tag.ts'

type Question = BodyOf<typeof askQuestion> & {
  readonly fileId: number
  /** Versions that the caller may have seen. Undefined accepts any version. */
  readonly ifMatch: readonly string[] | undefined
}

type Result = ResultOf<typeof askQuestion>

/**
 * Asks what is missing, and gives the document the status Needs More Info in the same transaction (R26.1).
 * @throws PortalError 404 and 403 as *Edit*; 409 for a document in the bin, of another version, or with an open
 * question; 400 for what may not be asked, or of a person who may not see the document; 429 too often.
 */
export async function askAboutFile(
  context: PersonContext,
  { fileId, ifMatch, personId, ...fields }: Question,
): Promise<CallResult<Result>> {
  const { actor, calendar, clock, dictionaries, jobs } = context
  const { person } = actor
  await admitAttempt(context, repeatedActLimits(actor, 'question'))
  const at = clock.now()
  const today = calendar.hourOf(at).day
  requireQuestion(fields, today)
  const may = (document: DocumentRow) => mayEdit(person, document)
  const { county_id: countyId } = await requireDocument(context, fileId, may)
  const names = await dictionaries.names([countyId])
  const { document, decision } = await actOnDocument(
    context,
    fileId,
    { may, state: (asked) => refuseInBin(asked) ?? refuseOtherVersion(asked, ifMatch) },
    async (asked, transaction) => {
      await requirePoints(transaction, asked, fields.points)
      await requirePerson(transaction, asked, personId)
      const question = { ...fields, personId: personId ?? asked.uploaded_by, askedBy: person.accountId }
      const outcome = await askAbout(transaction, context, {
        document: asked,
        question: { ...question, at, today, run: null },
      })
      if (!outcome) throw failure(QUESTION_OPEN)
      const { entry, isReached } = outcome
      const status = columnChange(asked, { status_id: STATUS.needMoreInfo }, names)
      const entries = [...(status?.entries ?? []), entry]
      const open = (await findOpenQuestions(transaction, [fileId], person)).get(fileId)
      return { decide: () => ({ change: status?.change ?? ('beside' as const), entries }), open, isReached }
    },
  )
  jobs.wake()
  const { open, isReached } = decision
  if (!open) throw failure(QUESTION_CLOSED)
  const question = toOpenQuestion(open, document, person)
  return new CallResult({ question, isMailed: isReached }, { headers: { etag: versionTag(document) } })
}

async function requirePoints(
  transaction: Transaction<DB>,
  { county_id: countyId }: DocumentRow,
  points: readonly string[],
): Promise<void> {
  if (points.length === 0) return
  const usual = await listPointsOf(transaction, countyId)
  if (!points.every((point) => usual.includes(point))) throw failure(QUESTION_POINT_UNKNOWN)
}

/** The uploader is asked even if nobody reaches them. Another person must see the document. */
async function requirePerson(
  transaction: Transaction<DB>,
  document: DocumentRow,
  personId: number | undefined,
): Promise<void> {
  if (personId === undefined || personId === document.uploaded_by) return
  const viewers = await listViewersAmong(transaction, document.id, [personId])
  if (viewers.length === 0) throw failure(QUESTION_PERSON_UNKNOWN)
}

/**
 * Withdraws the open question about a document. Its status stays.
 * @throws PortalError 404 and 403 as *Edit*, 409 for a document in the bin or without an open question, 429 too often.
 */
export async function withdrawOpenQuestion(
  context: PersonContext,
  fileId: number,
): Promise<{ success: true }> {
  const { actor, clock } = context
  const { person } = actor
  await admitAttempt(context, repeatedActLimits(actor, 'question'))
  await actOnDocument(
    context,
    fileId,
    { may: (document) => mayEdit(person, document), state: refuseInBin },
    async (_document, transaction) => {
      const closing = { by: person.accountId, at: clock.now() }
      const entry = (await withdrawQuestions(transaction, [fileId], closing)).get(fileId)
      if (!entry) throw failure(QUESTION_CLOSED)
      return { decide: () => ({ change: 'beside' as const, entries: [entry] }) }
    },
  )
  return { success: true }
}
