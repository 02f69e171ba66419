import type { OwnerToLink } from '@portal/contract/edit/edit-links.ts'
import { UNKNOWN_STATUS, type Metadata } from '@portal/contract/edit/edit.ts'
import { CallResult } from '../../engines/http/call-result.ts'
import { failure } from '../../engines/http/errors.ts'
import type { PersonContext } from '../../records/context.ts'
import { columnChange } from '../../records/documents/column-change.ts'
import { linkOwners } from '../../records/documents/owners/link-owners.ts'
import { savePart, type EditTarget } from './edit-document.ts'
import { toMetadata } from './edit.models.ts'

type StatusInput = EditTarget & { readonly statusId: number; readonly owners: readonly OwnerToLink[] }

/**
 * Sets the status and links owners, all or nothing. An existing link counts as success and stays single.
 * @throws 400 for an unknown status, and the errors of owners that cannot be linked.
 */
export async function saveStatus(
  context: PersonContext,
  { statusId, owners, ...target }: StatusInput,
): Promise<CallResult<{ success: true; message: string; data: Metadata }>> {
  const known = await context.dictionaries.names()
  if (!known.hasStatus(statusId)) throw failure(UNKNOWN_STATUS)
  const { body, headers } = await savePart(
    context,
    { ...target, read: toMetadata },
    async ({ document, names, transaction }) => {
      const by = context.actor.person
      const linked = await linkOwners(context, transaction, { document, owners, names, by })
      const changed = columnChange(document, { status_id: statusId }, names)
      const entries = [...linked, ...(changed?.entries ?? [])]
      return entries.length === 0 ? null : { change: changed?.change ?? {}, entries }
    },
  )
  return new CallResult({ ...body, message: successText(owners.length) }, { headers })
}

/** The messages of the specification, section 8. */
function successText(owners: number): string {
  return owners === 0
    ? 'Status updated successfully!'
    : `Successfully linked ${owners} owner(s) and updated status!`
}
