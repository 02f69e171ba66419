import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { relationTypesQuery } from '../../../lib/lookups.queries.ts'
import { organizationNote, partyKey, relationOnRoll } from '../../../lib/parties.ts'
import { retryIfNotLoaded } from '../../../lib/reload.ts'
import { optionsOf, selectedId, selectValue } from '../../../lib/select-options.ts'
import { useSession } from '../../../lib/session.ts'
import { useSuggestions } from '../../../lib/use-suggestions.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { ownerChosen, ownerRemoved } from '../facts/owner-facts.ts'
import type { QueueScreen } from './use-queue-screen.ts'

type Props = { readonly screen: QueueScreen; readonly isOfSeveral: boolean }

/** The owner and the relation type, for the selected files or for all. */
export function OwnerFields({ screen, isOfSeveral }: Props) {
  const { fields, change } = screen
  const relations = useQuery(relationTypesQuery)
  return (
    <>
      <OrganizationField screen={screen} relationTypes={relations.data ?? []} />
      <SelectField
        name="relationTypeId"
        label="Relation Type"
        isRequired={Boolean(fields.owner)}
        options={optionsOf(relations.data ?? [], isOfSeveral ? 'Keep as is' : 'Choose a relation')}
        onReload={retryIfNotLoaded(relations)}
        value={selectValue(fields.relationTypeId)}
        onChange={(value) => change({ relationTypeId: selectedId(value) })}
      />
    </>
  )
}

/** Text typed without a choice applies only to the files selected at the time. */
function useTyped(whom: unknown) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly whom: unknown } | null>(null)
  return {
    typed: typed !== null && typed.whom === whom ? typed.text : null,
    setTyped: (text: string | null) => setTyped(text === null ? null : { text, whom }),
  }
}

type OrganizationProps = Pick<Props, 'screen'> & { readonly relationTypes: readonly LookupItem[] }

function OrganizationField({ screen, relationTypes }: OrganizationProps) {
  const { fields, change, county, selection } = screen
  const { countyID } = useSession()
  const { typed, setTyped } = useTyped(selection.keys)
  const owner = fields.owner ?? null
  const lacksCounty = county !== 'none' && fields.countyId === null
  const { parties, problem } = useSuggestions({
    kind: 'owner',
    countyId: fields.countyId ?? countyID,
    text: lacksCounty ? '' : (typed ?? ''),
  })
  const choose = (key: string) => {
    const party = parties.find((each) => partyKey(each) === key)
    if (!party) return
    setTyped(null)
    const onRoll = relationOnRoll('owner', party, relationTypes)?.ID ?? null
    const { countyId } = fields
    change((facts) => ownerChosen(facts, { partyNumber: party.number, name: party.name, countyId }, onRoll))
  }
  return (
    <Combobox
      name="owner"
      label="Owner"
      hint={hintOf({ lacksCounty, partyNumber: owner?.partyNumber })}
      text={typed ?? owner?.name ?? ''}
      onText={(text) => {
        setTyped(text)
        if (owner) change(ownerRemoved)
      }}
      suggestions={parties.map((party) => ({
        key: partyKey(party),
        label: party.name,
        note: organizationNote(party),
      }))}
      onChoose={choose}
      problem={problem}
    />
  )
}

type Hint = { readonly lacksCounty: boolean; readonly partyNumber: number | undefined }

function hintOf({ lacksCounty, partyNumber }: Hint): string {
  if (lacksCounty) return 'Select a county first.'
  return partyNumber === undefined ? 'Type a party number or a name.' : `Chosen: ${partyNumber}`
}
