import { STATUS } from '@portal/contract/files/status.ts'
import type { ReactNode } from 'react'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { DescriptionField } from '../../../ui/description-field.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { QuestionFields } from '../../../ui/questions/question-fields.tsx'
import { RenderedDateField } from '../../../ui/rendered-date-field.tsx'
import classes from '../links/links.module.css'
import type { Draft, Part } from '../edit-record.ts'
import { OpenQuestionSection, StatusSection, TypeSection, type TypeChoices } from './edit-sections.tsx'
import { UNREAD_TEXT } from '../edit-texts.ts'
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
      {session.record.metadata.StatusID === STATUS.needMoreInfo && (
        <OpenQuestionSection fileId={session.record.metadata.FileID} />
      )}
      {screen.question.isShown && (
        <fieldset className={classes.section}>
          <legend className={classes.legend}>What is missing?</legend>
          <QuestionFields
            points={screen.question.points}
            draft={screen.question.draft}
            problem={screen.question.problem}
            onChange={screen.question.change}
          />
        </fieldset>
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

type RenderedFields = Pick<Draft, 'rendered' | 'extended'>
type RenderedProps = {
  readonly value: RenderedFields
  readonly onChange: (change: Partial<RenderedFields>) => void
  readonly problem: string | null
}

/**
 * Whether an Industrial rendition is rendered, since when, and whether it is extended. Choosing a date marks it as
 * rendered.
 */
function RenderedSection({ value: { rendered, extended }, onChange, problem }: RenderedProps) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Rendered</legend>
      <div className={classes.row}>
        <CheckboxField
          label="Rendered"
          isChecked={rendered !== null}
          onChange={(isChecked) => onChange({ rendered: isChecked ? '' : null })}
        />
        <CheckboxField
          label="Extended"
          isChecked={extended}
          onChange={(isChecked) => onChange({ extended: isChecked })}
        />
      </div>
      <RenderedDateField value={rendered} problem={problem} onChange={(day) => onChange({ rendered: day })} />
    </fieldset>
  )
}
