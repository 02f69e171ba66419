import { useState } from 'react'
import { organizationNote, partyKey, type Party } from '../../../lib/parties.ts'
import { useSession } from '../../../lib/session.ts'
import { useSuggestions } from '../../../lib/use-suggestions.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import type { QueueFields } from './owner-facts.ts'
import type { OwnerRight } from './owner-right.ts'

type Props = {
  readonly fields: QueueFields
  /** Shown while no owner is chosen. */
  readonly placeholder?: string | undefined
  /** The files that the fields are about. */
  readonly whom: unknown
  /** Whether the files need a county first. */
  readonly lacksCounty: boolean
  readonly right: OwnerRight
  readonly onChoose: (party: Party) => void
  readonly onRemove: () => void
}

/** Text typed without a choice applies only to the files selected at the time. */
function useTyped(whom: unknown) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly whom: unknown } | null>(null)
  return {
    typed: typed !== null && typed.whom === whom ? typed.text : null,
    setTyped: (text: string | null) => setTyped(text === null ? null : { text, whom }),
  }
}

/** The owner of files: a search among the organizations of their county. */
export function OwnerSearch({ fields, placeholder, whom, lacksCounty, right, onChoose, onRemove }: Props) {
  const { countyID } = useSession()
  const { typed, setTyped } = useTyped(whom)
  const owner = fields.owner ?? null
  const { parties, problem } = useSuggestions({
    kind: 'owner',
    countyId: fields.countyId ?? countyID,
    text: lacksCounty ? '' : (typed ?? ''),
  })
  return (
    <Combobox
      name="owner"
      label="Owner"
      hint={hintOf({ lacksCounty, partyNumber: owner?.partyNumber, right })}
      text={typed ?? owner?.name ?? ''}
      placeholder={placeholder}
      onText={(text) => {
        setTyped(text)
        if (owner) onRemove()
      }}
      suggestions={parties.map((party) => ({
        key: partyKey(party),
        label: party.name,
        note: organizationNote(party),
      }))}
      onChoose={(key) => {
        const party = parties.find((each) => partyKey(each) === key)
        if (!party) return
        setTyped(null)
        onChoose(party)
      }}
      problem={problem}
    />
  )
}

type Hint = Pick<Props, 'lacksCounty' | 'right'> & { readonly partyNumber: number | undefined }

function hintOf({ lacksCounty, partyNumber, right }: Hint): string {
  if (lacksCounty) return 'Select a county first.'
  if (partyNumber !== undefined) return `Chosen: ${partyNumber}`
  return right === 'name'
    ? 'Optional. Type a party number or a name. The firm links it.'
    : 'Type a party number or a name.'
}
