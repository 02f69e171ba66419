import {
  ORGANIZATION_OF_OTHER_COUNTY,
  OWNER_NOT_LINKED,
  UNKNOWN_ORGANIZATION,
  UNKNOWN_RELATION_TYPE,
  type AssignedOwner,
  type OwnerToLink,
} from '@portal/contract/edit-links.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { CallResult } from '../../engines/http/call-result.ts'
import type { PersonContext } from '../../records/context.ts'
import type { DocumentEntry } from '../../records/documents/carry-out.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import * as links from '../../records/documents/links.repository.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import { readPart, savePart, type EditSession, type EditTarget } from './edit-document.ts'
import { toAssignedOwner } from './edit.models.ts'
import { findOrganizations, listOwners } from './owners.repository.ts'

export async function readOwners(
  context: PersonContext,
  documentId: number,
): Promise<CallResult<AssignedOwner[]>> {
  return readPart(context, documentId, ownersOf)
}

async function ownersOf(document: DocumentRow, names: Names, db: Kysely<DB>): Promise<AssignedOwner[]> {
  return (await listOwners(db, document)).map((row) => toAssignedOwner(row, names))
}

/**
 * Links owners by party number alone: names in the payload are not trusted.
 * @returns the records of those links that are new.
 * @throws 400 for an organization that is unknown or only in counties that are not seen, one of another county, or an unknown relation type.
 */
export async function linkOwners(
  context: PersonContext,
  { document, names, transaction }: EditSession,
  owners: readonly OwnerToLink[],
): Promise<DocumentEntry[]> {
  if (owners.length === 0) return []
  const numbers = [...new Set(owners.map((owner) => owner.partyNumber))].toSorted((one, other) => one - other)
  const organizations = await findOrganizations(transaction, {
    partyNumbers: numbers,
    countyId: document.county_id,
    seen: context.actor.person.counties,
  })
  const byNumber = new Map(organizations.map((organization) => [organization.party_number, organization]))
  const entries: DocumentEntry[] = []
  for (const { partyNumber, relationTypeId } of owners) {
    const organization = byNumber.get(partyNumber)
    if (!organization) throw failure(UNKNOWN_ORGANIZATION)
    const relationType = names.relationTypeName(relationTypeId)
    if (relationType === null) throw failure(UNKNOWN_RELATION_TYPE)
    if (document.county_id !== null && !organization.isInCounty) {
      throw failure(ORGANIZATION_OF_OTHER_COUNTY)
    }
    const isNew = await links.insertOwnerLink(transaction, document, {
      partyNumber,
      relationTypeId,
      linkedAt: context.clock.now(),
      linkedBy: context.actor.person.accountId,
    })
    const after = { partyNumber, owner: organization.organization_name, relationType }
    if (isNew) entries.push({ action: 'owner.linked', after })
  }
  return entries
}

/**
 * Takes a link to an owner away.
 * @throws 404 where there is none.
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
