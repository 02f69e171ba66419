import { charactersOf, COMMENT_MAX_CHARACTERS } from '@portal/contract/comments/comment-text.ts'
import { COMMENT_TOO_LONG } from '@portal/contract/comments/comments.ts'
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, typesOfCategoryQuery } from '../../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../../lib/reload.ts'
import { may } from '../../../lib/rights.ts'
import { optionsOf, selectedId, selectValue } from '../../../lib/select-options.ts'
import { useSession } from '../../../lib/session.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { DescriptionField } from '../../../ui/description-field.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { PartyFields } from '../../../ui/party-fields.tsx'
import { PersonCombobox } from '../../../ui/person-combobox.tsx'
import { RenderedDateField } from '../../../ui/rendered-date-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { CHANGES, type ActionDraft, type ChangeKind } from './action-draft.ts'
import classes from './run-dialog.module.css'

type Props = {
  readonly draft: ActionDraft
  readonly countyId: number | null
  readonly onChange: (change: (draft: ActionDraft) => ActionDraft) => void
}

/** What to change, and the fields of that change. People who may not edit only comment. */
export function ChangeFields({ draft, countyId, onChange }: Props) {
  const mayEdit = may(useSession(), 'documents.edit')
  const set = (change: Partial<ActionDraft>) => onChange((before) => ({ ...before, ...change }))
  return (
    <div className={classes.fields}>
      {mayEdit && (
        <SelectField
          label="What to change"
          options={CHANGES.map(({ kind, label }) => ({ value: kind, label }))}
          value={draft.kind}
          onChange={(kind) => set({ kind: kind as ChangeKind })}
        />
      )}
      <FieldsOf draft={draft} countyId={countyId} set={set} onChange={onChange} />
    </div>
  )
}

type FieldsProps = Props & { readonly set: (change: Partial<ActionDraft>) => void }

function FieldsOf({ draft, countyId, set, onChange }: FieldsProps) {
  const { kind } = draft
  if (kind === 'type') return <TypeFields draft={draft} set={set} />
  if (kind === 'rendered') return <RenderedFields draft={draft} set={set} />
  if (kind === 'description') return <DescriptionFields draft={draft} set={set} />
  if (kind === 'extended') {
    return (
      <CheckboxField
        label="Extended"
        isChecked={draft.isExtended}
        onChange={(isExtended) => set({ isExtended })}
      />
    )
  }
  if (kind === 'assign') return <AssignFields draft={draft} set={set} />
  if (kind === 'comment') return <CommentField draft={draft} set={set} />
  const party = kind === 'link-owner' || kind === 'unlink-owner' ? 'owner' : 'agent'
  return (
    <PartyFields
      kind={party}
      pair={draft[party]}
      countyId={countyId}
      onChange={(change) => onChange((before) => ({ ...before, [party]: change(before[party]) }))}
    />
  )
}

type PartProps = Pick<FieldsProps, 'draft' | 'set'>

/** A file keeps its category, so only types of a category can be chosen. */
function TypeFields({ draft: { categoryId, typeId }, set }: PartProps) {
  const categories = useQuery(categoriesQuery)
  const types = useQuery(typesOfCategoryQuery(categoryId ?? undefined))
  return (
    <div className={classes.pair}>
      <SelectField
        label="Category"
        options={optionsOf(categories.data ?? [], 'Choose a category')}
        onReload={retryIfNotLoaded(categories)}
        value={selectValue(categoryId)}
        onChange={(value) => set({ categoryId: selectedId(value), typeId: null })}
      />
      <SelectField
        name="type"
        label="New type"
        hint="Files of other categories are not changed."
        options={optionsOf(types.data ?? [], 'Choose a type')}
        onReload={retryIfNotLoaded(types)}
        isDisabled={categoryId === null}
        value={selectValue(typeId)}
        onChange={(value) => set({ typeId: selectedId(value) })}
      />
    </div>
  )
}

const RECEIVERS = [
  { value: 'person', label: 'A person' },
  { value: 'nobody', label: 'Nobody' },
]

function AssignFields({ draft: { isToNobody }, set }: PartProps) {
  return (
    <div className={classes.pair}>
      <SelectField
        label="Assign to"
        options={RECEIVERS}
        value={isToNobody ? 'nobody' : 'person'}
        onChange={(value) => set({ isToNobody: value === 'nobody', personId: null })}
      />
      {!isToNobody && (
        <PersonCombobox
          label="Person"
          fileId={null}
          onText={() => set({ personId: null })}
          onChoose={({ ID }) => set({ personId: ID })}
        />
      )}
    </div>
  )
}

function RenderedFields({ draft: { renderedDate }, set }: PartProps) {
  return (
    <>
      <CheckboxField
        label="Rendered"
        isChecked={renderedDate !== null}
        onChange={(isChecked) => set({ renderedDate: isChecked ? '' : null })}
      />
      <RenderedDateField value={renderedDate} problem={null} onChange={(day) => set({ renderedDate: day })} />
    </>
  )
}

function CommentField({ draft: { comment }, set }: PartProps) {
  const length = charactersOf(comment)
  const limit = COMMENT_MAX_CHARACTERS.toLocaleString('en-US')
  return (
    <FormField
      label="Comment"
      isRequired
      isLive
      hint={`Everyone who sees a file reads it there. ${length.toLocaleString('en-US')} of ${limit} characters`}
      problem={length > COMMENT_MAX_CHARACTERS ? COMMENT_TOO_LONG.sentence : null}
    >
      {(control) => (
        <textarea
          {...control}
          rows={4}
          value={comment}
          onChange={(event) => set({ comment: event.currentTarget.value })}
        />
      )}
    </FormField>
  )
}

const MODES = [
  { value: 'set', label: 'Replace the description' },
  { value: 'prefix', label: 'Put a text before the description' },
]

function DescriptionFields({ draft: { mode, text }, set }: PartProps) {
  return (
    <>
      <SelectField
        label="How"
        options={MODES}
        value={mode}
        onChange={(value) => set({ mode: value === 'prefix' ? 'prefix' : 'set' })}
      />
      <DescriptionField
        label={mode === 'set' ? 'New description' : 'Text before the description'}
        value={text}
        onChange={(next) => set({ text: next })}
      />
    </>
  )
}
