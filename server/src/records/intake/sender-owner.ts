import { ORGANIZATION_OF_OTHER_COUNTY, UNKNOWN_ORGANIZATION } from '@portal/contract/files/link-errors.ts'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Person } from '../access/actor.ts'
import type { ActorContext } from '../access/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { DocumentRow } from '../documents/documents.repository.ts'
import {
  findLinkable,
  type LinkableOrganization,
} from '../documents/owners/linkable-organizations.repository.ts'
import { insertNamedOwner } from '../documents/owners/named-owner.repository.ts'
import { readFieldId, type DocumentFields } from './document-draft.ts'

/** An owner that a sender names for the firm to link, and the person who names it. */
export type SenderOwner = {
  readonly partyNumber: number
  readonly by: Pick<Person, 'accountId' | 'counties'>
}

/** Returns the party number of the owner that the fields name for the firm to link; null if they name none. */
export function readSenderOwner(fields: DocumentFields): number | null {
  return readFieldId(fields, 'namedOwnerNbr')
}

/**
 * Requires an owner of the document's county. One of a county that the person does not see counts as unknown.
 * @throws PortalError 400.
 */
export async function requireSenderOwner(
  db: Kysely<DB>,
  { partyNumber, by }: SenderOwner,
  countyId: number | null,
): Promise<LinkableOrganization> {
  const query = { partyNumbers: [partyNumber], countyId, seen: by.counties }
  const [organization] = countyId === null ? [] : await findLinkable(db, query)
  if (!organization) throw failure(UNKNOWN_ORGANIZATION)
  if (!organization.isInCounty) throw failure(ORGANIZATION_OF_OTHER_COUNTY)
  return organization
}

/**
 * Records the owner with the new document in the same transaction, and audits it.
 * @throws PortalError as `requireSenderOwner`.
 */
export async function recordSenderOwner(
  context: ActorContext,
  transaction: Transaction<DB>,
  { document, owner }: { document: DocumentRow; owner: SenderOwner },
): Promise<void> {
  const { id, county_id: countyId } = document
  const { partyNumber, name } = await requireSenderOwner(transaction, owner, countyId)
  if (countyId === null) throw failure(UNKNOWN_ORGANIZATION)
  const { accountId } = owner.by
  await insertNamedOwner(transaction, {
    documentId: id,
    countyId,
    partyNumber,
    accountId,
    namedAt: context.clock.now(),
  })
  await recordAudit(transaction, context, {
    action: 'owner.named',
    subject: { kind: 'document', id },
    countyId,
    after: { partyNumber, owner: name },
  })
}
