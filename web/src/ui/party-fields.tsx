import { useQuery } from '@tanstack/react-query'
import { relationTypesQuery } from '../lib/lookups.queries.ts'
import { PARTY_TEXTS, partyKey, relationOnRoll, type LinkKind } from '../lib/parties.ts'
import { chooseParty, chooseRelation, typeTerm, type PartyPair } from '../lib/party-pair.ts'
import { retryIfNotLoaded } from '../lib/reload.ts'
import { optionsOf, selectedId, selectValue } from '../lib/select-options.ts'
import { useSuggestions } from '../lib/use-suggestions.ts'
import { Combobox } from './combobox.tsx'
import classes from './party-fields.module.css'
import { SelectField } from './select-field.tsx'

type Props<Pair> = {
  readonly kind: LinkKind
  readonly pair: Pair
  /** The county of the owners; null for those of every county. */
  readonly countyId: number | null
  readonly onChange: (change: (pair: Pair) => Pair) => void
}

/** The search for an owner or an agent, and its relation to the document. */
export function PartyFields<Pair extends PartyPair>({ kind, pair, countyId, onChange }: Props<Pair>) {
  const texts = PARTY_TEXTS[kind]
  const relations = useQuery(relationTypesQuery)
  const { data: relationTypes = [] } = relations
  const { parties, problem } = useSuggestions({ kind, countyId, text: pair.chosen ? '' : pair.text })
  const choose = (key: string) => {
    const party = parties.find((each) => partyKey(each) === key)
    if (!party) return
    // An agent without a chosen relation is not saved (S2.71), so the roll gives a relation to owners only.
    const onRoll = kind === 'owner' ? relationOnRoll(party, relationTypes) : null
    onChange((before) => chooseParty(before, party, onRoll))
  }
  return (
    <div className={classes.pair}>
      <Combobox
        name={`${kind} party`}
        label={texts.party}
        hint={pair.chosen ? `Chosen: ${texts.note(pair.chosen) || pair.chosen.name}` : texts.hint}
        text={pair.text}
        onText={(text) => onChange((before) => typeTerm(before, text))}
        suggestions={parties.map((party) => ({
          key: partyKey(party),
          label: party.name,
          note: texts.note(party),
        }))}
        onChoose={choose}
        problem={problem}
      />
      <SelectField
        name={kind}
        label="Relation Type"
        options={optionsOf(relationTypes, 'Choose a relation')}
        onReload={retryIfNotLoaded(relations)}
        value={selectValue(pair.relation?.ID)}
        onChange={(value) => {
          const relation = relationTypes.find(({ ID }) => ID === selectedId(value)) ?? null
          onChange((before) => chooseRelation(before, relation))
        }}
      />
    </div>
  )
}
