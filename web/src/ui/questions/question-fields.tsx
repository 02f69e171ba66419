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
  /** Whether a dialog starts with the text. */
  readonly isFirst?: boolean
}

/** What is missing: usual points of the county, a text, and a due day. All may stay empty. */
export function QuestionFields({ points, draft, onChange, problem, isFirst = false }: Props) {
  const { timeZone } = useConfig()
  return (
    <>
      {points.length > 0 && (
        <div className={classes.points}>
          {points.map((point) => (
            <CheckboxField
              key={point}
              label={point}
              isChecked={draft.points.includes(point)}
              onChange={(isChecked) => onChange({ points: pointsWith(points, draft, { point, isChecked }) })}
            />
          ))}
        </div>
      )}
      <FormField
        label="Question"
        hint="The uploader gets an e-mail with a link. May stay empty."
        problem={problem}
        isLive
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={draft.text}
            data-autofocus={isFirst || undefined}
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
