import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_ASSIGNABLE, type searchAssignable } from '@portal/contract/work/assignees.ts'
import type { PersonContext } from '../../records/context.ts'
import { mayEdit } from '../../records/documents/documents.policy.ts'
import { requireDocument } from '../../records/documents/require-document.ts'
import { searchPeople } from './assignable.repository.ts'
import { toAssignee } from './work.models.ts'

/** People to whom the caller may assign a document, or documents of their counties. @throws 404 for a hidden document. */
export async function searchAssignablePeople(
  { actor: { person }, database }: PersonContext,
  { term, fileId }: QueryOf<typeof searchAssignable>,
): Promise<ResultOf<typeof searchAssignable>> {
  if (fileId !== undefined)
    await requireDocument({ database }, fileId, (document) => mayEdit(person, document))
  const rows = await searchPeople(database.kysely, {
    reader: person,
    term,
    documentId: fileId ?? null,
    most: MAX_ASSIGNABLE,
  })
  return { people: rows.map((row) => toAssignee(row, person.accountId)) }
}
