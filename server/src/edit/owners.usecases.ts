import { OWNER_NOT_LINKED, type AssignedOwner } from '@portal/contract/edit.ts'
import type { Kysely } from 'kysely'
import { actorOf, recordAudit } from '../audit/record.ts'
import type { DB } from '../database/generated/db.d.ts'
import { Answered } from '../http/answered.ts'
import { notFound } from '../http/errors.ts'
import type { Names } from '../lookups/dictionaries.ts'
import type { PersonContext } from '../world.ts'
import { changeLockedDocument, existingDocument } from './change-document.ts'
import { etagOf, toAssignedOwner } from './edit.models.ts'
import { changeDocument, type DocumentRow } from './edit.repository.ts'
import { listOwners, removeOwner, type OwnerLink } from './owners.repository.ts'

export async function readOwners(
  context: PersonContext,
  documentId: number,
): Promise<Answered<AssignedOwner[]>> {
  const document = await existingDocument(context, documentId)
  const names = await context.dictionaries.names()
  const owners = await ownersOf(context.database.kysely, document, names)
  return new Answered(owners, { headers: { etag: etagOf(document) } })
}

async function ownersOf(db: Kysely<DB>, document: DocumentRow, names: Names): Promise<AssignedOwner[]> {
  return (await listOwners(db, document)).map((row) => toAssignedOwner(row, names))
}

type Unlinking = OwnerLink & { documentId: number; ifMatch: readonly string[] | undefined }

/** Takes a link to an owner away. Throws a 404 where there is none. */
export async function unlinkOwner(
  context: PersonContext,
  { documentId, ifMatch, partyNumber, relationTypeId }: Unlinking,
): Promise<Answered<{ success: true; data: AssignedOwner[] }>> {
  return changeLockedDocument(context, {
    documentId,
    ifMatch,
    present: (document, names, transaction) => ownersOf(transaction, document, names),
    async apply(transaction, document, names) {
      const owners = await ownersOf(transaction, document, names)
      const isMeant = (owner: AssignedOwner) =>
        owner.partyNumber === partyNumber && owner.relationTypeId === relationTypeId
      const unlinked = owners.find(isMeant)
      if (!unlinked) throw notFound(OWNER_NOT_LINKED)
      await removeOwner(transaction, documentId, { partyNumber, relationTypeId })
      const changed = await changeDocument(transaction, documentId, {})
      await recordAudit(
        transaction,
        { clock: context.clock, actor: actorOf(context) },
        {
          what: 'owner unlinked',
          documentId,
          countyId: document.county_id,
          before: {
            partyNumber,
            owner: unlinked.OrganizationName,
            relationType: unlinked.relationTypeName,
          },
        },
      )
      const left = owners.filter((owner) => !isMeant(owner))
      return { document: changed, answer: { success: true, data: left } }
    },
  })
}
