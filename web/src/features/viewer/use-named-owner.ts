import type { NamedOwner } from '@portal/contract/edit/edit-links.ts'
import { patchStatus } from '@portal/contract/edit/edit.ts'
import type { DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readStatus, saveNamedOwnerDismissed, saveStatus } from '../../lib/document-saves.ts'
import { failureText } from '../../lib/failure-text.ts'
import { relationTypesQuery } from '../../lib/lookups.queries.ts'
import { ownerRelation } from '../../lib/parties.ts'
import type { DocumentPanelProps } from '../../lib/document-panel-props.ts'
import { suggestionsQuery } from './suggestions/suggestions.queries.ts'
import { LINKING, noteVersion, PANEL_SAVES } from './viewer.queries.ts'

export type NamedOwnerActs = {
  readonly isBusy: boolean
  readonly failure: string | null
  readonly link: () => void
  readonly dismiss: () => void
}

type Panel = Pick<DocumentPanelProps, 'fileId' | 'onEdit' | 'onChanged'> & {
  /** Called when a button may lose the focus, because it goes. */
  readonly onLeft: () => void
}

/** What the user may do with the owner that the sender named; null if nothing. */
export function useNamedOwner(
  { fileId, onEdit, onChanged, onLeft }: Panel,
  facts: DocumentFacts | undefined,
): NamedOwnerActs | null {
  const owner = facts?.FileID === fileId && !facts.InBin ? facts.NamedOwner : null
  const isOffered = onEdit !== null && Boolean(owner)
  const { data: relationTypes } = useQuery({ ...relationTypesQuery, enabled: isOffered })
  const client = useQueryClient()
  const acting = useMutation({
    mutationKey: LINKING,
    scope: PANEL_SAVES,
    mutationFn: settle,
    // The panel may show another file by then.
    onSuccess: (version, act) => noteVersion(client, { fileId: act.fileId, version }),
    onSettled: (_version, _error, act) => {
      onChanged()
      // The text may suggest the same owner.
      void client.invalidateQueries({ queryKey: suggestionsQuery(act.fileId).queryKey })
    },
  })
  if (onEdit === null || !facts || !owner) return null
  const isOfThis = acting.variables?.fileId === fileId
  const isActing = isOfThis && acting.isPending
  const run = (act: Act['act']) => {
    if (isActing) return
    onLeft()
    acting.mutate({ fileId, owner, act })
  }
  return {
    isBusy: isActing || relationTypes === undefined,
    failure: isOfThis && acting.isError ? failureText(acting.error, patchStatus.fallback) : null,
    link: () => {
      if (relationTypes === undefined) return
      const relation = ownerRelation(relationTypes)
      // Without the relation of owners, a person chooses one in the edit dialog.
      if (relation === null) onEdit(facts)
      else run({ relationTypeId: relation.ID })
    },
    dismiss: () => run('dismiss'),
  }
}

type Act = {
  readonly fileId: number
  readonly owner: NamedOwner
  readonly act: 'dismiss' | { readonly relationTypeId: number }
}

/**
 * Links or dismisses the owner on the present version, which keeps its status. Somebody else may have done so.
 * @returns the document's version.
 */
async function settle({ fileId, owner, act }: Act): Promise<string | null> {
  const { result, etag: version } = await readStatus(fileId)
  if (result.NamedOwner?.partyNumber !== owner.partyNumber) return version
  const target = { fileId, version }
  if (act === 'dismiss') return (await saveNamedOwnerDismissed(target)).etag
  const { partyNumber, OrganizationName: organizationName, CADName: cadName } = owner
  const owners = [{ partyNumber, organizationName, cadName, relationTypeId: act.relationTypeId }]
  return (await saveStatus(target, { statusId: result.StatusID, owners })).etag
}
