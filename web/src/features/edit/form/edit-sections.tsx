import { INDUSTRIAL_RENDITION } from '@portal/contract/edit/edit-rendered.ts'
import type { DescriptionTypes } from '@portal/contract/edit/edit.ts'
import { STATUS_TEXT, STATUSES_BY_PRIORITY } from '@portal/contract/files/status.ts'
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, typesOfCategoryQuery, typesQuery } from '../../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../../lib/reload.ts'
import type { SelectOption } from '../../../lib/select-options.ts'
import { questionLine } from '../../../lib/question-line.ts'
import { openQuestionQuery } from '../../../lib/questions.queries.ts'
import { DueLine } from '../../../ui/questions/due-line.tsx'
import classes from '../edit.module.css'
import { SelectField } from '../../../ui/select-field.tsx'

export const STATUS_CHOICES: readonly SelectOption[] = STATUSES_BY_PRIORITY.map((id) => ({
  value: String(id),
  label: STATUS_TEXT[id],
}))

type SectionProps = { readonly value: number; readonly onChange: (id: number) => void }

export function StatusSection({ value, onChange }: SectionProps) {
  return (
    <SelectField
      name="status"
      label="Status"
      options={STATUS_CHOICES}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  )
}

/** The open question about a document whose saved status is *Needs More Info* (R26.39). */
export function OpenQuestionSection({ fileId }: { readonly fileId: number }) {
  const { data: question } = useQuery(openQuestionQuery(fileId))
  if (!question) return null
  return (
    <section aria-label="Open question">
      <DueLine dueDay={question.DueDay} />
      <p className={classes.question}>{questionLine(question)}</p>
      <p className={classes.question}>Saving another status withdraws this question.</p>
    </section>
  )
}

type TypeProps = SectionProps & { readonly categoryId: number; readonly choices: TypeChoices }

/** The types of the document's category; the category cannot be changed here. */
export function TypeSection({ value, onChange, categoryId, choices: { options, onReload } }: TypeProps) {
  const categories = useQuery(categoriesQuery)
  const category = categories.data?.find(({ ID }) => ID === categoryId)?.Name
  return (
    <SelectField
      label="Attachment Type"
      hint={category && `Category: ${category}`}
      options={options}
      onReload={onReload ?? retryIfNotLoaded(categories)}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  )
}

export type TypeChoices = {
  readonly options: readonly SelectOption[]
  readonly onReload: (() => void) | undefined
}

/** If the types cannot be listed, the document's own type is the only option, so that nothing changes unnoticed. */
export function useTypeChoices({ attachmentCategoryId, attachmentTypeId }: DescriptionTypes): TypeChoices {
  const query = useQuery(typesOfCategoryQuery(attachmentCategoryId || undefined))
  const everyType = useQuery(typesQuery).data ?? []
  const { data: types = [], isLoading } = query
  const choices = types.map(({ ID, Name }) => ({ value: String(ID), label: Name }))
  const isListed = types.some(({ ID }) => ID === attachmentTypeId)
  const onReload = retryIfNotLoaded(query)
  if (isListed) return { options: choices, onReload }
  const known = everyType.find(({ ID }) => ID === attachmentTypeId)?.Name ?? `Type ${attachmentTypeId}`
  const itsOwn = { value: String(attachmentTypeId), label: isLoading ? 'Loading...' : known }
  return { options: [itsOwn, ...choices], onReload }
}

/** The type that makes a document of this category an Industrial rendition; null if none does. */
export function useRenditionTypeId({
  attachmentCategoryId,
}: Pick<DescriptionTypes, 'attachmentCategoryId'>): number | null {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: types = [] } = useQuery(typesOfCategoryQuery(attachmentCategoryId || undefined))
  const isIndustrial = categories.some(
    ({ ID, Name }) => ID === attachmentCategoryId && Name === INDUSTRIAL_RENDITION.categoryName,
  )
  return isIndustrial ? (types.find(({ Name }) => Name === INDUSTRIAL_RENDITION.typeName)?.ID ?? null) : null
}
