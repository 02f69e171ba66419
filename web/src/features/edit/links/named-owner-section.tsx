import type { NamedOwner as Owner } from '@portal/contract/edit/edit-links.ts'
import { useQuery } from '@tanstack/react-query'
import { relationTypesQuery } from '../../../lib/lookups.queries.ts'
import { ownerRelation } from '../../../lib/parties.ts'
import { NamedOwner } from '../../../ui/named-owner.tsx'
import type { EditScreen } from '../use-edit-screen.ts'
import { addNamed } from './link-draft.ts'

type Props = { readonly screen: EditScreen; readonly owner: Owner }

/** The owner that the sender named. *Link* adds it to the owners that Save will link. */
export function NamedOwnerSection({ screen, owner }: Props) {
  const { session, dismissal, changeLinkDraft } = screen
  const { data: relationTypes } = useQuery(relationTypesQuery)
  const party = { number: owner.partyNumber, name: owner.OrganizationName, note: owner.CADName }
  const link = () => {
    const relation = ownerRelation(relationTypes ?? [])
    const context = { kind: 'owner', assigned: session.record.links.owner.list } as const
    changeLinkDraft('owner', (before) => addNamed(before, { party, relation }, context))
  }
  const isBusy = dismissal.isBusy || session.isSaving || relationTypes === undefined
  return (
    <NamedOwner owner={owner} acts={{ isBusy, failure: null, link, dismiss: () => void dismissal.run() }} />
  )
}

/** The named owner, unless it is linked or will be. */
export function openNamedOwner({ session: { record, linkDrafts } }: EditScreen): Owner | null {
  const { namedOwner, links } = record
  const known = [...links.owner.list, ...linkDrafts.owner.pending].map(({ party }) => party.number)
  return namedOwner && !known.includes(namedOwner.partyNumber) ? namedOwner : null
}
