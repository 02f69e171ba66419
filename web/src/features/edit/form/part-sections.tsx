import type { ReactNode } from 'react'
import { DescriptionField } from '../../../ui/description-field.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import type { Part } from '../edit-record.ts'
import { StatusSection, TypeSection, type TypeChoices } from './edit-sections.tsx'
import { UNREAD_TEXT } from '../edit-texts.ts'
import { RenderedSection } from './rendered-section.tsx'
import type { EditScreen } from '../use-edit-screen.ts'

type Props = { readonly screen: EditScreen; readonly types: TypeChoices }

/** Status, type, rendered information and description; a part that could not be read shows an error in its place. */
export function PartSections({ screen, types }: Props) {
  const { session, draft, renditionTypeId, problems, change, reload } = screen
  const { descriptionTypes, unread } = session.record
  const hasTypes = !unread.includes('descriptiontypes')
  const readOr = (part: Part, section: ReactNode) =>
    unread.includes(part) ? (
      <LoadFailed isInField text={UNREAD_TEXT[part]} onRetry={() => void reload()} />
    ) : (
      section
    )
  return (
    <>
      {readOr(
        'status',
        <StatusSection value={draft.statusId} onChange={(statusId) => change({ statusId })} />,
      )}
      {readOr(
        'descriptiontypes',
        <TypeSection
          categoryId={descriptionTypes.attachmentCategoryId}
          choices={types}
          value={draft.typeId}
          onChange={(typeId) => change({ typeId })}
        />,
      )}
      {hasTypes &&
        draft.typeId === renditionTypeId &&
        readOr('rendered', <RenderedSection value={draft} problem={problems.rendered} onChange={change} />)}
      {hasTypes && (
        <DescriptionField
          name="description"
          value={draft.description}
          problem={problems.description}
          onChange={(description) => change({ description })}
        />
      )}
    </>
  )
}
