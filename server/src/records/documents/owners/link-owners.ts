import {
  ORGANIZATION_OF_OTHER_COUNTY,
  UNKNOWN_ORGANIZATION,
  UNKNOWN_RELATION_TYPE,
} from '@portal/contract/files/link-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { Person } from '../../access/actor.ts'
import type { ActorContext } from '../../access/context.ts'
import type { Names } from '../../reference/dictionaries.ts'
import type { DocumentEntry } from '../apply-decisions.ts'
import type { DocumentRow } from '../documents.repository.ts'
import { deleteNamedOwners } from './named-owner.repository.ts'
import { insertOwnerLink, type OwnerLink } from '../links.repository.ts'
import { findLinkable, holdLinkable, type LinkableOrganization } from './linkable-organizations.repository.ts'

/** The person who links: their account, and the counties whose organizations they see. */
export type Linker = Pick<Person, 'accountId' | 'counties'>

type Linking = {
  readonly document: Pick<DocumentRow, 'id' | 'county_id'>
  readonly owners: readonly OwnerLink[]
  readonly names: Names
  readonly by: Linker
}

/**
 * Links owners to a document by party number alone: names in a payload are not trusted.
 * @returns the audit entries of the new links.
 * @throws PortalError 400 for an organization that is unknown or only in counties that the person does not see, one of
 * another county, or an unknown relation type.
 */
export async function linkOwners(
  { clock }: Pick<ActorContext, 'clock'>,
  transaction: Transaction<DB>,
  { document, owners, names, by }: Linking,
): Promise<DocumentEntry[]> {
  if (owners.length === 0) return []
  const { county_id: countyId } = document
  const organizations = await holdLinkable(transaction, queryOf({ owners, countyId, by }))
  const entries: DocumentEntry[] = []
  for (const owner of owners) {
    const { organization, relationType } = requireLinkable(owner, { organizations, names, countyId })
    const isNew = await insertOwnerLink(transaction, document, {
      ...owner,
      linkedAt: clock.now(),
      linkedBy: by.accountId,
    })
    const after = { partyNumber: owner.partyNumber, owner: organization.name, relationType }
    if (isNew) entries.push({ action: 'owner.linked', after })
  }
  await deleteNamedOwners(
    transaction,
    [document.id],
    owners.map(({ partyNumber }) => partyNumber),
  )
  return entries
}

type FutureLinking = Omit<Linking, 'document'> & { readonly countyId: number | null }

/**
 * Checks whether owners can be linked to a document of that county now, without locks.
 * @throws PortalError as `linkOwners`.
 */
export async function requireLinkableOwners(
  { database }: Pick<ActorContext, 'database'>,
  { owners, countyId, names, by }: FutureLinking,
): Promise<void> {
  const organizations = await findLinkable(database.kysely, queryOf({ owners, countyId, by }))
  for (const owner of owners) requireLinkable(owner, { organizations, names, countyId })
}

function queryOf({ owners, countyId, by }: Pick<FutureLinking, 'owners' | 'countyId' | 'by'>) {
  const numbers = new Set(owners.map(({ partyNumber }) => partyNumber))
  return { partyNumbers: [...numbers].toSorted((one, other) => one - other), countyId, seen: by.counties }
}

type Known = {
  readonly organizations: readonly LinkableOrganization[]
  readonly names: Names
  readonly countyId: number | null
}

function requireLinkable(
  { partyNumber, relationTypeId }: OwnerLink,
  { organizations, names, countyId }: Known,
): { organization: LinkableOrganization; relationType: string } {
  const organization = organizations.find((each) => each.partyNumber === partyNumber)
  if (!organization) throw failure(UNKNOWN_ORGANIZATION)
  const relationType = names.relationTypeName(relationTypeId)
  if (relationType === null) throw failure(UNKNOWN_RELATION_TYPE)
  if (countyId !== null && !organization.isInCounty) throw failure(ORGANIZATION_OF_OTHER_COUNTY)
  return { organization, relationType }
}
