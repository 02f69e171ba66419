import type { Metadata, OwnerToLink } from '@portal/contract/edit.ts'
import { STATUSES_BY_PRIORITY } from '@portal/contract/status.ts'
import type { Transaction } from 'kysely'
import { actorOf, recordAudit } from '../audit/record.ts'
import type { DB } from '../database/generated/db.d.ts'
import type { Answered } from '../http/answered.ts'
import { badRequest } from '../http/errors.ts'
import type { Names } from '../lookups/dictionaries.ts'
import type { PersonContext } from '../world.ts'
import { changeLockedDocument } from './change-document.ts'
import { toMetadata } from './edit.models.ts'
import { changeDocument, type DocumentRow } from './edit.repository.ts'
import { findOrganizations, linkOwner } from './owners.repository.ts'

type StatusInput = {
  documentId: number
  ifMatch: readonly string[] | undefined
  statusId: number
  owners: OwnerToLink[]
}
type StatusAnswer = { success: true; message: string; data: Metadata }

/** Sets the status and links owners, all or nothing. A link that stands already is success and stays one. */
export async function saveStatus(
  context: PersonContext,
  input: StatusInput,
): Promise<Answered<StatusAnswer>> {
  const { documentId, ifMatch, statusId, owners } = input
  if (!STATUSES_BY_PRIORITY.some((known) => known === statusId)) throw badRequest('Please choose a status.')
  return changeLockedDocument(context, {
    documentId,
    ifMatch,
    present: toMetadata,
    async apply(transaction, document, names) {
      const linked = await linkOwners(context, { transaction, document, names, owners })
      const isUnchanged = linked === 0 && document.status_id === statusId
      const changed = isUnchanged
        ? document
        : await changeDocument(transaction, documentId, { status_id: statusId })
      if (document.status_id !== statusId) {
        await recordAudit(
          transaction,
          { clock: context.clock, actor: actorOf(context) },
          {
            what: 'status changed',
            documentId,
            countyId: document.county_id,
            before: { status: names.statusText(document.status_id) },
            after: { status: names.statusText(statusId) },
          },
        )
      }
      const answer = {
        success: true as const,
        message: successText(owners.length),
        data: toMetadata(changed, names),
      }
      return { document: changed, answer }
    },
  })
}

/** The sentences of the specification, section 8. */
function successText(owners: number): string {
  return owners === 0
    ? 'Status updated successfully!'
    : `Successfully linked ${owners} owner(s) and updated status!`
}

type Linking = { transaction: Transaction<DB>; document: DocumentRow; names: Names; owners: OwnerToLink[] }

/** Links by party number alone: names in the payload are not trusted. Returns how many links are new. */
async function linkOwners(
  context: PersonContext,
  { transaction, document, names, owners }: Linking,
): Promise<number> {
  if (owners.length === 0) return 0
  const numbers = [...new Set(owners.map((owner) => owner.partyNumber))].toSorted((one, other) => one - other)
  const organizations = await findOrganizations(transaction, numbers, document.county_id)
  const byNumber = new Map(organizations.map((organization) => [organization.party_number, organization]))
  let linked = 0
  for (const { partyNumber, relationTypeId } of owners) {
    const organization = byNumber.get(partyNumber)
    if (!organization) throw badRequest('This organization does not exist.')
    if (names.relationTypeName(relationTypeId) === null)
      throw badRequest('This relation type does not exist.')
    if (document.county_id !== null && !organization.isInCounty) {
      throw badRequest("This organization does not belong to the file's county.")
    }
    const link = {
      partyNumber,
      relationTypeId,
      linkedAt: context.clock.now(),
      linkedBy: context.person.accountId,
    }
    if (!(await linkOwner(transaction, document, link))) continue
    linked += 1
    await recordAudit(
      transaction,
      { clock: context.clock, actor: actorOf(context) },
      {
        what: 'owner linked',
        documentId: document.id,
        countyId: document.county_id,
        after: {
          partyNumber,
          owner: organization.organization_name,
          relationType: names.relationTypeName(relationTypeId),
        },
      },
    )
  }
  return linked
}
