import type { DescriptionTypes } from '@portal/contract/edit.ts'
import { STATUS_TEXT, STATUSES_BY_PRIORITY } from '@portal/contract/status.ts'
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, typesOfCategoryQuery } from '../../lib/lookups.queries.ts'
import type { SelectOption } from '../../lib/select-options.ts'
import { SelectField } from '../../ui/select-field.tsx'

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

type TypeProps = SectionProps & { readonly categoryId: number; readonly options: readonly SelectOption[] }

/** The types of the document's category, which itself cannot be changed here. */
export function TypeSection({ value, onChange, categoryId, options }: TypeProps) {
  const categories = useQuery(categoriesQuery).data ?? []
  const category = categories.find(({ ID }) => ID === categoryId)?.Name
  return (
    <SelectField
      label="Attachment Type"
      hint={category && `Category: ${category}`}
      options={options}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  )
}

/** While the types cannot be listed, the type that the document has is the only choice: nothing changes unseen. */
export function useTypeChoices({
  attachmentCategoryId,
  attachmentTypeId,
}: DescriptionTypes): readonly SelectOption[] {
  const { data: types = [], isPending } = useQuery(typesOfCategoryQuery(attachmentCategoryId))
  const choices = types.map(({ ID, Name }) => ({ value: String(ID), label: Name }))
  const isListed = types.some(({ ID }) => ID === attachmentTypeId)
  return isListed
    ? choices
    : [
        { value: String(attachmentTypeId), label: isPending ? 'Loading...' : `Type ${attachmentTypeId}` },
        ...choices,
      ]
}

const INDUSTRIAL = 'Industrial'
const RENDITION = 'Rendition'

/** The type that makes a document of this category an Industrial rendition; null where none does. */
export function useRenditionTypeId({
  attachmentCategoryId,
}: Pick<DescriptionTypes, 'attachmentCategoryId'>): number | null {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: types = [] } = useQuery(typesOfCategoryQuery(attachmentCategoryId))
  const isIndustrial = categories.some(({ ID, Name }) => ID === attachmentCategoryId && Name === INDUSTRIAL)
  return isIndustrial ? (types.find(({ Name }) => Name === RENDITION)?.ID ?? null) : null
}
