import { OWNER_NOT_LINKED, type AssignedOwner } from '@portal/contract/edit/edit-links.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { CallResult } from '../../engines/http/call-result.ts'
import type { PersonContext } from '../../records/context.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import * as links from '../../records/documents/links.repository.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import { readPart, savePart, type EditTarget } from './edit-document.ts'
import { toAssignedOwner } from './edit.models.ts'

export async function readOwners(
  context: PersonContext,
  documentId: number,
): Promise<CallResult<AssignedOwner[]>> {
  return readPart(context, documentId, ownersOf)
}

async function ownersOf(document: DocumentRow, names: Names, db: Kysely<DB>): Promise<AssignedOwner[]> {
  return (await links.listLinkedOwners(db, document)).map((row) => toAssignedOwner(row, names))
}

/**
 * Removes a link to an owner.
 * @throws 404 if there is no such link.
 */
export async function unlinkOwner(
  context: PersonContext,
  { partyNumber, relationTypeId, ...target }: EditTarget & links.OwnerLink,
): Promise<CallResult<{ success: true; data: AssignedOwner[] }>> {
  return savePart(context, { ...target, read: ownersOf }, async ({ document, names, transaction }) => {
    const owners = await ownersOf(document, names, transaction)
    const linked = owners.find(
      (owner) => owner.partyNumber === partyNumber && owner.relationTypeId === relationTypeId,
    )
    if (!linked) throw failure(OWNER_NOT_LINKED)
    await links.deleteOwnerLink(transaction, document.id, { partyNumber, relationTypeId })
    const before = {
      partyNumber,
      owner: linked.OrganizationName,
      relationType: linked.relationTypeName,
    }
    return { change: {}, entries: [{ action: 'owner.unlinked', before }] }
  })
}
