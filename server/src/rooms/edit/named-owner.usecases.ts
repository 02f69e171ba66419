import { NO_NAMED_OWNER, type NamedOwner } from '@portal/contract/edit/edit-links.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { CallResult } from '../../engines/http/call-result.ts'
import type { PersonContext } from '../../records/context.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { toNamedOwner } from '../../records/documents/owners/named-owner.models.ts'
import { deleteNamedOwners, findNamedOwner } from '../../records/documents/owners/named-owner.repository.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import { savePart, type EditTarget } from './edit-document.ts'

/**
 * Takes the owner away that the sender named.
 * @throws 404 if there is none.
 */
export async function dismissNamedOwner(
  context: PersonContext,
  target: EditTarget,
): Promise<CallResult<{ success: true; data: NamedOwner | null }>> {
  return savePart(context, { ...target, read: namedOwnerOf }, async ({ document, transaction }) => {
    const named = await findNamedOwner(transaction, document)
    if (!named) throw failure(NO_NAMED_OWNER)
    const { partyNumber, name } = named
    await deleteNamedOwners(transaction, [document.id], [partyNumber])
    return { change: {}, entries: [{ action: 'owner.dismissed', before: { partyNumber, owner: name } }] }
  })
}

async function namedOwnerOf(
  document: DocumentRow,
  _names: Names,
  db: Kysely<DB>,
): Promise<NamedOwner | null> {
  const named = await findNamedOwner(db, document)
  return named ? toNamedOwner(named) : null
}
