import { charactersOf } from '@portal/contract/comments/comment-text.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { STATUS } from '@portal/contract/files/status.ts'
import { QUESTION_MAX_CHARACTERS } from '@portal/contract/questions/question-text.ts'
import {
  ANSWER_EMPTY,
  ANSWER_FILE_UNKNOWN,
  ANSWER_TOO_LONG,
  QUESTION_CLOSED,
  type answerQuestion,
} from '@portal/contract/questions/questions.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import { actOnDocument } from '../../records/documents/act-on-documents.ts'
import type { DocumentEntry } from '../../records/documents/apply-decisions.ts'
import { columnChange } from '../../records/documents/column-change.ts'
import { listViewersAmong } from '../../records/documents/document-viewers.repository.ts'
import { maySee, refuseInBin } from '../../records/documents/documents.policy.ts'
import { listDocuments, type DocumentRow } from '../../records/documents/documents.repository.ts'
import { deleteQuestionNotices } from '../../records/documents/questions/close-questions.ts'
import { mayAnswer, refuseClosed } from '../../records/documents/questions/questions.policy.ts'
import { findQuestion, writeAnswer } from '../../records/documents/questions/questions.repository.ts'
import { requireDocument } from '../../records/documents/require-document.ts'
import { addNotices } from '../../records/notices/notices.ts'

type Answer = BodyOf<typeof answerQuestion> & { readonly fileId: number }

/**
 * Answers the open question about a document, which gets the status New; the person who asked gets a notice (R26.10).
 * @throws PortalError 404 if the caller may not see the document; 403 if they may not answer; 409 for a document in the
 * bin, and if another question is open or none; 400 for an answer without text and files, a long one, or files that are
 * not the caller's own of that county; 429 too often.
 */
export async function answerOpenQuestion(
  context: PersonContext,
  { fileId, number, text, files }: Answer,
): Promise<{ success: true }> {
  const { actor, clock, dictionaries, jobs } = context
  const { person } = actor
  await admitAttempt(context, repeatedActLimits(actor, 'question'))
  if (text === '' && files.length === 0) throw failure(ANSWER_EMPTY)
  if (charactersOf(text) > QUESTION_MAX_CHARACTERS) throw failure(ANSWER_TOO_LONG)
  const may = (document: DocumentRow) => maySee(person, document)
  const { county_id: countyId } = await requireDocument(context, fileId, may)
  const names = await dictionaries.names([countyId])
  await actOnDocument(context, fileId, { may, state: refuseInBin }, async (document, transaction) => {
    const question = await findQuestion(transaction, { documentId: fileId, number }, person)
    const refusal = mayAnswer(person, document, question) ?? refuseClosed(question)
    if (!question || refusal) throw failure(refusal ?? QUESTION_CLOSED)
    const attached = [...new Set(files)]
    await requireOwnFiles(transaction, context, { document, files: attached })
    const { accountId } = person
    await writeAnswer(transaction, { number, by: accountId, at: clock.now(), text, files: attached })
    await deleteQuestionNotices(transaction, [fileId])
    await notifyAsker(transaction, context, { document, askedBy: question.askedById })
    const status = columnChange(document, { status_id: STATUS.new }, names)
    const after = { question: number, answerFiles: attached.length }
    const entries: DocumentEntry[] = [...(status?.entries ?? []), { action: 'document.answered', after }]
    return { decide: () => ({ change: status?.change ?? ('beside' as const), entries }) }
  })
  jobs.wake()
  return { success: true }
}

/** Uploads of the caller, in the county of the document: whoever sees it may see them too. */
async function requireOwnFiles(
  transaction: Transaction<DB>,
  { actor: { person } }: PersonContext,
  { document, files }: { readonly document: DocumentRow; readonly files: readonly number[] },
): Promise<void> {
  const found = await listDocuments(transaction, files)
  const isTheirs = (file: DocumentRow) =>
    file.id !== document.id &&
    file.uploaded_by === person.accountId &&
    file.county_id === document.county_id &&
    file.deleted_at === null
  if (found.length < files.length || !found.every(isTheirs)) throw failure(ANSWER_FILE_UNKNOWN)
}

async function notifyAsker(
  transaction: Transaction<DB>,
  context: PersonContext,
  { document, askedBy }: { readonly document: DocumentRow; readonly askedBy: number },
): Promise<void> {
  const personIds = await listViewersAmong(transaction, document.id, [askedBy])
  const actorId = context.actor.person.accountId
  await addNotices(transaction, context, { kind: 'answered', personIds, documentId: document.id, actorId })
}
