import type { RunActionKind } from '@portal/contract/runs/actions.ts'
import type { RunPreview } from '@portal/contract/runs/runs.ts'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { filesText, previewLines } from '../run-texts.ts'
import type { ChangeState } from './use-change.ts'
import { Result } from './result.tsx'
import classes from './run-dialog.module.css'

type Props = {
  readonly change: ChangeState
  /** How many files are selected. */
  readonly count: number
  /** What unchanged files are, such as `Completed`; null if that has no word. */
  readonly already: string | null
  readonly kind: RunActionKind | null
}

/** What a change would do. Its place keeps its height, so that the buttons below it do not move. */
export function ChangePreview({ change, count, ...words }: Props) {
  const { preview, isLoading, failure, retry } = change
  return (
    // A scrolling region takes the focus, so that keys reach its end.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label="Preview" tabIndex={0} className={classes.preview}>
      <output className={classes.results}>
        {preview ? (
          <Results preview={preview} {...words} />
        ) : (
          <span className={classes.waiting}>
            {isLoading
              ? `Checking ${filesText(count)}...`
              : failure === null &&
                `Enter the ${words.kind === 'comment' ? 'comment' : 'change'} to see what it does.`}
          </span>
        )}
      </output>
      {preview && (
        <>
          <FileGroups groups={preview.notes} />
          <FileGroups groups={preview.reasons} />
        </>
      )}
      {failure !== null && (
        <div role="alert" className={classes.failure}>
          <p>{failure}</p>
          <Button onClick={retry}>Try again</Button>
        </div>
      )}
    </section>
  )
}

type ResultsProps = Pick<Props, 'already' | 'kind'> & { readonly preview: RunPreview }

function Results({ preview, ...words }: ResultsProps) {
  const lines = previewLines(preview, words)
  return (
    <>
      <Result icon={<IconCircleCheck aria-hidden size={18} />} tone="changed">
        {lines.changed}
      </Result>
      {preview.unchanged > 0 && (
        <Result icon={<IconCircleDashed aria-hidden size={18} />} tone="unchanged">
          {lines.unchanged}
        </Result>
      )}
      {preview.refused > 0 && (
        <Result icon={<IconCircleX aria-hidden size={18} />} tone="refused">
          {lines.refused}
        </Result>
      )}
      {!preview.isComplete && (
        <span className={classes.waiting}>
          More files match. Only the {preview.total.toLocaleString('en-US')} newest are selected.
        </span>
      )}
    </>
  )
}

/** Why files are refused, or who has them now: each sentence with its first files. */
function FileGroups({ groups }: { readonly groups: RunPreview['notes'] }) {
  return groups.map(({ sentence, count, examples }) => (
    <details key={sentence} className={classes.reason}>
      <summary>
        {filesText(count)}: {sentence}
      </summary>
      <ul>
        {examples.map(({ FileID, FileName }) => (
          <li key={FileID}>
            {FileID} <bdi>{FileName}</bdi>
          </li>
        ))}
        {count > examples.length && <li>and {filesText(count - examples.length)} more</li>}
      </ul>
    </details>
  ))
}
