import { OWNER_IS_HALF } from '@portal/contract/files/link-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Person } from '../access/actor.ts'
import { recordAudits } from '../audit/record.ts'
import type { ActorContext } from '../access/context.ts'
import type { Names } from '../reference/dictionaries.ts'
import type { DocumentRow } from '../documents/documents.repository.ts'
import { mayNameOwner } from '../documents/documents.policy.ts'
import type { OwnerLink } from '../documents/links.repository.ts'
import { linkOwners, requireLinkableOwners } from '../documents/owners/link-owners.ts'
import { readFieldId, type DocumentFields } from './document-draft.ts'

/** An owner named with an incoming document, and the person who names it. */
export type NamedOwner = {
  readonly link: OwnerLink
  readonly by: Pick<Person, 'accountId' | 'counties' | 'rights'>
}

/**
 * Returns the owner that the fields name; null if they name none. `requireOwner` checks later that the organization
 * exists.
 * @throws PortalError 400 if only one of the two fields is set.
 */
export function readOwner(fields: DocumentFields): OwnerLink | null {
  const partyNumber = readFieldId(fields, 'ownerNbr')
  const relationTypeId = readFieldId(fields, 'relationTypeId')
  if (partyNumber === null && relationTypeId === null) return null
  if (partyNumber === null || relationTypeId === null) throw failure(OWNER_IS_HALF)
  return { partyNumber, relationTypeId }
}

type Place = { readonly countyId: number | null; readonly names: Names }

/**
 * Naming an owner links it, which requires the right to edit (specification, section 6).
 * @throws PortalError 403, and 400 as for any link.
 */
export async function requireOwner(
  context: Pick<ActorContext, 'database'>,
  { link, by }: NamedOwner,
  place: Place,
): Promise<void> {
  const refusal = mayNameOwner(by)
  if (refusal) throw failure(refusal)
  await requireLinkableOwners(context, { owners: [link], by, ...place })
}

/** Links the owner to the new document in the same transaction, and audits it. */
export async function linkNamedOwner(
  context: ActorContext,
  transaction: Transaction<DB>,
  { document, owner, names }: { document: DocumentRow; owner: NamedOwner; names: Names },
): Promise<void> {
  const entries = await linkOwners(context, transaction, {
    document,
    owners: [owner.link],
    names,
    by: owner.by,
  })
  const subject = { kind: 'document', id: document.id } as const
  await recordAudits(
    transaction,
    context,
    entries.map((entry) => ({ ...entry, subject, countyId: document.county_id })),
  )
}
