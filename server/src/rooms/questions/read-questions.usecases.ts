import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { listQuestionPoints, listQuestions } from '@portal/contract/questions/questions.ts'
import type { PersonContext } from '../../records/context.ts'
import { listPointsOf } from '../../records/counties/question-points.repository.ts'
import { mayDownload, mayEdit } from '../../records/documents/documents.policy.ts'
import { readQuestions } from '../../records/documents/questions/read-questions.ts'
import { requireDocument } from '../../records/documents/require-document.ts'

/** The newest questions about a document, with their answers. @throws 404, and 403 for a document in the bin. */
export async function listQuestionsAbout(
  context: PersonContext,
  fileId: number,
): Promise<ResultOf<typeof listQuestions>> {
  const { actor, database } = context
  const { person } = actor
  const document = await requireDocument(context, fileId, (asked) => mayDownload(person, asked))
  const { questions } = await readQuestions(database.kysely, document, person)
  return { questions: [...questions] }
}

/** The usual points of the county of a document. @throws 404 if the caller may not edit it. */
export async function listPointsForFile(
  context: PersonContext,
  fileId: number,
): Promise<ResultOf<typeof listQuestionPoints>> {
  const { actor, database } = context
  const document = await requireDocument(context, fileId, (asked) => mayEdit(actor.person, asked))
  return { points: await listPointsOf(database.kysely, document.county_id) }
}
