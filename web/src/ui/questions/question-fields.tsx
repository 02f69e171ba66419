import { useConfig } from '../../lib/config.ts'
import { today } from '../../lib/calendar.ts'
import type { QuestionDraft } from '../../lib/question-draft.ts'
import { submitByKey } from '../../lib/submit-key.ts'
import { CheckboxField } from '../checkbox-field.tsx'
import { FormField } from '../form-field.tsx'
import classes from './question-fields.module.css'

type Props = {
  /** The usual points of the county. */
  readonly points: readonly string[]
  readonly draft: QuestionDraft
  readonly onChange: (change: Partial<QuestionDraft>) => void
  readonly problem: string | null
  /** Who gets the question; undefined for the uploader of each file. */
  readonly goesTo?: string | undefined
  /** Whether a dialog begins with these fields. */
  readonly isFirst?: boolean
}

/** What is missing: usual points of the county, a text, and a due day. All may stay empty. */
export function QuestionFields({ points, draft, onChange, problem, goesTo, isFirst = false }: Props) {
  const { timeZone } = useConfig()
  return (
    <>
      {points.length > 0 && (
        <fieldset className={classes.points}>
          <legend>Usual questions</legend>
          {points.map((point, place) => (
            <CheckboxField
              key={point}
              label={point}
              isFirst={isFirst && place === 0}
              isChecked={draft.points.includes(point)}
              onChange={(isChecked) => onChange({ points: pointsWith(points, draft, { point, isChecked }) })}
            />
          ))}
        </fieldset>
      )}
      <FormField
        label="Question"
        hint={`${goesTo === undefined ? 'The uploader gets an e-mail with a link.' : `Goes to ${goesTo}.`} May stay empty.`}
        problem={problem}
        isLive
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={draft.text}
            data-autofocus={(isFirst && points.length === 0) || undefined}
            onKeyDown={submitByKey}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
        )}
      </FormField>
      <FormField label="Due day" hint="May stay empty.">
        {(control) => (
          <input
            {...control}
            type="date"
            min={today(timeZone)}
            max="2999-12-31"
            value={draft.dueDay}
            onChange={(event) => onChange({ dueDay: event.currentTarget.value })}
          />
        )}
      </FormField>
    </>
  )
}

type Tick = { readonly point: string; readonly isChecked: boolean }

/** The chosen points in the order of the county. */
function pointsWith(points: readonly string[], draft: QuestionDraft, { point, isChecked }: Tick): string[] {
  return points.filter((each) => (each === point ? isChecked : draft.points.includes(each)))
}
