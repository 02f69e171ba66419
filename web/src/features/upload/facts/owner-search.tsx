import { useEffect, useEffectEvent, useState } from 'react'
import { onlyPartyNamed, organizationNote, partyKey, type Party } from '../../../lib/parties.ts'
import { useSession } from '../../../lib/session.ts'
import { useSuggestions } from '../../../lib/use-suggestions.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { unchosenOwner, type QueueFields } from './owner-facts.ts'
import type { OwnerRight } from './owner-right.ts'
import { CHOOSE_OWNER } from './required-fields.ts'

type Props = {
  readonly fields: QueueFields
  /** Shown while no owner is chosen. */
  readonly placeholder?: string | undefined
  /** Whether the files need a county first. */
  readonly lacksCounty: boolean
  readonly right: OwnerRight
  readonly onType: (text: string) => void
  readonly onChoose: (party: Party) => void
}

/** The owner of files: a search among the organizations of their county. */
export function OwnerSearch({ fields, placeholder, lacksCounty, right, onType, onChoose }: Props) {
  const { countyID } = useSession()
  const [editing, setEditing] = useState<string | null>(null)
  const typed = unchosenOwner(fields)
  const { parties, problem } = useSuggestions({
    kind: 'owner',
    countyId: fields.countyId ?? countyID,
    text: lacksCounty ? '' : typed,
  })
  const isLeft = typed !== '' && typed !== editing && !lacksCounty
  useChoiceByText({ typed: isLeft ? typed : '', parties, onChoose })
  const { owner } = fields
  return (
    <Combobox
      name="owner"
      label="Owner"
      hint={hintOf({ lacksCounty, partyNumber: owner?.partyNumber, right })}
      reserved={[hintOf({ lacksCounty: false, partyNumber: undefined, right }), CHOOSE_OWNER]}
      text={owner?.name ?? fields.typedOwner ?? ''}
      placeholder={placeholder}
      onText={(text) => {
        setEditing(text.trim())
        onType(text)
      }}
      onLeave={() => setEditing(null)}
      suggestions={parties.map((party) => ({
        key: partyKey(party),
        label: party.name,
        note: organizationNote(party),
      }))}
      onChoose={(key) => {
        const party = parties.find((each) => partyKey(each) === key)
        if (party) onChoose(party)
      }}
      problem={isLeft ? CHOOSE_OWNER : problem}
    />
  )
}

type Typed = Pick<Props, 'onChoose'> & {
  /** Empty while the person is still typing. */
  readonly typed: string
  readonly parties: readonly Party[]
}

/** Chooses the only organization that has the typed text as its number or whole name (R3.60). */
function useChoiceByText({ typed, parties, onChoose }: Typed): void {
  const only = typed === '' ? null : onlyPartyNamed(typed, parties)
  const number = only?.number
  const choose = useEffectEvent(() => only && onChoose(only))
  useEffect(() => {
    if (number !== undefined) choose()
  }, [number])
}

type Hint = Pick<Props, 'lacksCounty' | 'right'> & { readonly partyNumber: number | undefined }

function hintOf({ lacksCounty, partyNumber, right }: Hint): string {
  if (lacksCounty) return 'Select a county first.'
  if (partyNumber !== undefined) return `Chosen: ${partyNumber}`
  return right === 'name'
    ? 'Optional. Type a party number or a name. The firm links it.'
    : 'Type a party number or a name.'
}
