import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { relationTypesQuery } from '../../lib/lookups.queries.ts'
import { reloadOf } from '../../lib/reload.ts'
import { optionsOf, selectedId, selectValue } from '../../lib/select-options.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { addPair, chooseParty, chooseRelation, typeTerm, withoutPending, type LinkDesk } from './link-desk.ts'
import { LinkList } from './link-list.tsx'
import { LINK_TEXTS, loadFailedText } from './link-texts.ts'
import type { AssignedLink, LinkKind, Links } from './links.ts'
import classes from './links.module.css'
import { useSuggestions } from './use-suggestions.ts'

type Props = {
  readonly kind: LinkKind
  readonly desk: LinkDesk
  readonly links: Links
  readonly countyId: number | null
  /** Nothing is unlinked while a save runs. */
  readonly isSaving: boolean
  readonly onChange: (change: (desk: LinkDesk) => LinkDesk) => void
  readonly onUnlink: (link: AssignedLink) => void
  readonly onReload: () => void
}

/** Owners or agents of the document: a search and a relation make a pair, Save links it, Unlink takes it away. */
export function LinkSection({ kind, desk, links, isSaving, onChange, onUnlink, onReload, ...others }: Props) {
  const texts = LINK_TEXTS[kind]
  const legend = useFocusWhenRowsGo(desk.pending.length + links.list.length)
  return (
    <fieldset className={classes.section}>
      <legend ref={legend} tabIndex={-1} className={classes.legend}>
        {texts.title}
      </legend>
      <PairFields kind={kind} desk={desk} onChange={onChange} {...others} />
      <p role="alert" className={classes.problem}>
        {desk.problem}
      </p>
      <div className={classes.row}>
        <Button onClick={() => onChange((before) => addPair(before, { kind, assigned: links.list }))}>
          {texts.add}
        </Button>
      </div>
      <LinkList
        title={texts.pending}
        links={desk.pending}
        note={texts.note}
        action="Remove"
        onAction={(link) => onChange((before) => withoutPending(before, [link]))}
      />
      {links.failure !== null && <LoadFailed text={loadFailedText(links.failure)} onRetry={onReload} />}
      <LinkList
        title={texts.assigned}
        links={links.list}
        note={texts.note}
        action="Unlink"
        isDisabled={isSaving}
        onAction={onUnlink}
      />
    </fieldset>
  )
}

type PairProps = Pick<Props, 'kind' | 'desk' | 'countyId' | 'onChange'>

function PairFields({ kind, desk, countyId, onChange }: PairProps) {
  const texts = LINK_TEXTS[kind]
  const relations = useQuery(relationTypesQuery)
  const { data: relationTypes = [] } = relations
  const { parties, problem } = useSuggestions({ kind, countyId, text: desk.chosen ? '' : desk.text })
  const choose = (key: string) => {
    const party = parties.find(({ number }) => String(number) === key)
    if (party) onChange((before) => chooseParty(before, party))
  }
  return (
    <div className={classes.pair}>
      <Combobox
        name={`${kind} party`}
        label={texts.party}
        hint={desk.chosen ? `Chosen: ${texts.note(desk.chosen) || desk.chosen.name}` : texts.hint}
        text={desk.text}
        onText={(text) => onChange((before) => typeTerm(before, text))}
        suggestions={parties.map((party) => ({
          key: String(party.number),
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
        onReload={reloadOf(relations)}
        value={selectValue(desk.relation?.ID)}
        onChange={(value) => {
          const relation = relationTypes.find(({ ID }) => ID === selectedId(value)) ?? null
          onChange((before) => chooseRelation(before, relation))
        }}
      />
    </div>
  )
}

/** The button that took a row away goes with it: the section's title is where people start again. */
function useFocusWhenRowsGo(rows: number): RefObject<HTMLLegendElement | null> {
  const legend = useRef<HTMLLegendElement>(null)
  const before = useRef(rows)
  useEffect(() => {
    const isFewer = rows < before.current
    before.current = rows
    if (isFewer && !legend.current?.form?.contains(document.activeElement)) legend.current?.focus()
  }, [rows])
  return legend
}
