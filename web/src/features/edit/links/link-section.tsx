import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { relationTypesQuery } from '../../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../../lib/reload.ts'
import { optionsOf, selectedId, selectValue } from '../../../lib/select-options.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import {
  addPair,
  chooseParty,
  chooseRelation,
  typeTerm,
  withoutPending,
  type LinkDraft,
} from './link-draft.ts'
import { LinkList } from './link-list.tsx'
import { LINK_TEXTS } from './link-texts.ts'
import { loadFailedText, partyKey, relationOnRoll, type LinkKind } from '../../../lib/parties.ts'
import type { AssignedLink, Links } from './links.ts'
import classes from './links.module.css'
import { useSuggestions } from '../../../lib/use-suggestions.ts'

type Props = {
  readonly kind: LinkKind
  readonly linkDraft: LinkDraft
  readonly links: Links
  readonly countyId: number | null
  /** Unlinking is disabled while a save runs. */
  readonly isSaving: boolean
  readonly onChange: (change: (linkDraft: LinkDraft) => LinkDraft) => void
  readonly onUnlink: (link: AssignedLink) => void
  readonly onReload: () => void
  /** Shown above the search. */
  readonly children?: ReactNode
}

/** The document's owners or agents. A search and a relation form a pair, Save links it, Unlink removes it. */
export function LinkSection({
  kind,
  linkDraft,
  links,
  isSaving,
  onChange,
  onUnlink,
  onReload,
  children,
  ...others
}: Props) {
  const texts = LINK_TEXTS[kind]
  const legend = useFocusWhenRowsGo(linkDraft.pending.length + links.list.length, Boolean(children))
  return (
    <fieldset className={classes.section}>
      <legend ref={legend} tabIndex={-1} className={classes.legend}>
        {texts.title}
      </legend>
      {children}
      <PairFields kind={kind} linkDraft={linkDraft} onChange={onChange} {...others} />
      <p role="alert" className={classes.problem}>
        {linkDraft.problem}
      </p>
      <div className={classes.row}>
        <Button onClick={() => onChange((before) => addPair(before, { kind, assigned: links.list }))}>
          {texts.add}
        </Button>
      </div>
      <LinkList
        title={texts.pending}
        links={linkDraft.pending}
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

type PairProps = Pick<Props, 'kind' | 'linkDraft' | 'countyId' | 'onChange'>

function PairFields({ kind, linkDraft, countyId, onChange }: PairProps) {
  const texts = LINK_TEXTS[kind]
  const relations = useQuery(relationTypesQuery)
  const { data: relationTypes = [] } = relations
  const { parties, problem } = useSuggestions({
    kind,
    countyId,
    text: linkDraft.chosen ? '' : linkDraft.text,
  })
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
        hint={
          linkDraft.chosen ? `Chosen: ${texts.note(linkDraft.chosen) || linkDraft.chosen.name}` : texts.hint
        }
        text={linkDraft.text}
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
        value={selectValue(linkDraft.relation?.ID)}
        onChange={(value) => {
          const relation = relationTypes.find(({ ID }) => ID === selectedId(value)) ?? null
          onChange((before) => chooseRelation(before, relation))
        }}
      />
    </div>
  )
}

/** Removing a row, or what is above the search, also removes its focused button. The focus then moves to the title. */
function useFocusWhenRowsGo(rows: number, isMore: boolean): RefObject<HTMLLegendElement | null> {
  const legend = useRef<HTMLLegendElement>(null)
  const before = useRef({ rows, isMore })
  useEffect(() => {
    const isFewer = rows < before.current.rows || (before.current.isMore && !isMore)
    before.current = { rows, isMore }
    if (isFewer && !legend.current?.form?.contains(document.activeElement)) legend.current?.focus()
  }, [rows, isMore])
  return legend
}
