import type { ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_OWN_QUESTIONS, type listOwnQuestions } from '@portal/contract/questions/questions.ts'
import { countyScope } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import { toOpenQuestion } from '../../records/documents/questions/questions.models.ts'
import { findOpenQuestions } from '../../records/documents/questions/questions.repository.ts'
import { listDocumentsToAnswer } from './own-questions.repository.ts'

/** The open questions that ask the caller. */
export async function listQuestionsForCaller({
  actor: { person },
  database: { kysely },
  dictionaries,
}: PersonContext): Promise<ResultOf<typeof listOwnQuestions>> {
  const mine = { accountId: person.accountId, scope: countyScope(person) }
  const rows = await listDocumentsToAnswer(kysely, mine, MAX_OWN_QUESTIONS)
  const ids = rows.map(({ fileId }) => fileId)
  const open = await findOpenQuestions(kysely, ids, person)
  const names = await dictionaries.names(rows.map(({ countyId }) => countyId))
  return {
    total: rows[0]?.total ?? 0,
    questions: rows.flatMap(({ fileId, fileName, countyId, uploadedBy }) => {
      const question = open.get(fileId)
      if (!question) return []
      const document = { county_id: countyId, uploaded_by: uploadedBy }
      const file = { FileID: fileId, FileName: fileName, CountyName: names.countyName(countyId) }
      return [{ ...toOpenQuestion(question, document, person), ...file }]
    }),
  }
}
