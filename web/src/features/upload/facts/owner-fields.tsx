import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { relationTypesQuery } from '../../../lib/lookups.queries.ts'
import { relationOnRoll, type Party } from '../../../lib/parties.ts'
import { retryIfNotLoaded } from '../../../lib/reload.ts'
import { optionsOf, selectedId, selectValue } from '../../../lib/select-options.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { ownerChosen, ownerForFirm, ownerRemoved, type FieldChange, type QueueFields } from './owner-facts.ts'
import type { OwnerRight } from './owner-right.ts'
import { OwnerSearch } from './owner-search.tsx'
import type { CountyChoice } from './upload-fields.ts'

type Props = {
  readonly fields: QueueFields
  readonly county: CountyChoice
  readonly right: OwnerRight
  readonly isOfSeveral?: boolean
  /** Shown while no owner is chosen. */
  readonly placeholder?: string | undefined
  readonly problemOfRelation?: string | null
  readonly change: (change: FieldChange) => void
}

/** The owner of one file or several; with the relation type for people who may link it. */
export function OwnerFields({ right, ...props }: Props) {
  return right === 'link' ? (
    <LinkedOwner right={right} {...props} />
  ) : (
    <Organization right={right} relationTypes={[]} {...props} />
  )
}

function LinkedOwner({ isOfSeveral = false, problemOfRelation = null, ...props }: Props) {
  const { fields, change } = props
  const relations = useQuery(relationTypesQuery)
  return (
    <>
      <Organization relationTypes={relations.data ?? []} {...props} />
      <SelectField
        name="relationTypeId"
        label="Relation Type"
        isRequired={Boolean(fields.owner)}
        problem={problemOfRelation}
        options={optionsOf(relations.data ?? [], isOfSeveral ? 'Keep as is' : 'Choose a relation')}
        onReload={retryIfNotLoaded(relations)}
        value={selectValue(fields.relationTypeId)}
        onChange={(value) => change({ relationTypeId: selectedId(value) })}
      />
    </>
  )
}

type OrganizationProps = Pick<Props, 'fields' | 'county' | 'right' | 'placeholder' | 'change'> & {
  readonly relationTypes: readonly LookupItem[]
}

function Organization({ fields, county, right, placeholder, change, relationTypes }: OrganizationProps) {
  const choose = (party: Party) => {
    const owner = { partyNumber: party.number, name: party.name, countyId: fields.countyId }
    const onRoll = relationOnRoll(party, relationTypes)?.ID ?? null
    change((facts) => ({
      ...(right === 'name' ? { owner: ownerForFirm(owner) } : ownerChosen(facts, owner, onRoll)),
      typedOwner: '',
    }))
  }
  return (
    <OwnerSearch
      fields={fields}
      placeholder={placeholder}
      lacksCounty={county !== 'none' && fields.countyId === null}
      right={right}
      onType={(typedOwner) => change((facts) => ({ ...ownerRemoved(facts), typedOwner }))}
      onChoose={choose}
    />
  )
}
