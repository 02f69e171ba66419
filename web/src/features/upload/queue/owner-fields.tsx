import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { relationTypesQuery } from '../../../lib/lookups.queries.ts'
import { relationOnRoll, type Party } from '../../../lib/parties.ts'
import { retryIfNotLoaded } from '../../../lib/reload.ts'
import { optionsOf, selectedId, selectValue } from '../../../lib/select-options.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { ownerChosen, ownerForFirm, ownerRemoved } from '../facts/owner-facts.ts'
import { OwnerSearch } from '../facts/owner-search.tsx'
import { placeholderOf } from './common-facts.ts'
import type { QueueScreen } from './use-queue-screen.ts'

type Props = { readonly screen: QueueScreen; readonly isOfSeveral: boolean }

/** The owner, for the selected files or for all; with the relation type for people who may link it. */
export function OwnerFields({ screen, isOfSeveral }: Props) {
  const { fields, change, ownerRight } = screen
  const mayLink = ownerRight === 'link'
  const relations = useQuery({ ...relationTypesQuery, enabled: mayLink })
  return (
    <>
      <OrganizationField screen={screen} relationTypes={relations.data ?? []} />
      {mayLink && (
        <SelectField
          name="relationTypeId"
          label="Relation Type"
          isRequired={Boolean(fields.owner)}
          options={optionsOf(relations.data ?? [], isOfSeveral ? 'Keep as is' : 'Choose a relation')}
          onReload={retryIfNotLoaded(relations)}
          value={selectValue(fields.relationTypeId)}
          onChange={(value) => change({ relationTypeId: selectedId(value) })}
        />
      )}
    </>
  )
}

type OrganizationProps = Pick<Props, 'screen'> & { readonly relationTypes: readonly LookupItem[] }

function OrganizationField({ screen, relationTypes }: OrganizationProps) {
  const { fields, change, county, selection, ownerRight } = screen
  const choose = (party: Party) => {
    const owner = { partyNumber: party.number, name: party.name, countyId: fields.countyId }
    if (ownerRight === 'name') change({ owner: ownerForFirm(owner) })
    else {
      const onRoll = relationOnRoll(party, relationTypes)?.ID ?? null
      change((facts) => ownerChosen(facts, owner, onRoll))
    }
  }
  return (
    <OwnerSearch
      fields={fields}
      placeholder={placeholderOf(screen, 'owner')}
      whom={selection.keys}
      lacksCounty={county !== 'none' && fields.countyId === null}
      right={ownerRight}
      onChoose={choose}
      onRemove={() => change(ownerRemoved)}
    />
  )
}
