import type { Suggestion } from '@portal/contract/viewer/suggestions.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { Button, ignoreHeldKey } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import { evidenceText, togetherText, verbOf } from './suggestion-texts.ts'
import classes from './suggested-bar.module.css'
import type { Suggestions } from './use-suggestions.ts'

type Props = {
  readonly suggestions: Suggestions
  /** Whether the keys `l` and `L` accept. */
  readonly hasKey: boolean
}

/** One suggestion with its evidence. The bar always has the same height, so that a late one moves nothing. */
export function SuggestedBar({ suggestions, hasKey }: Props) {
  const { shown, place, count, nothing, isSaving, failure, accepted, accept, together, showNext } =
    suggestions
  const labelId = useId()
  const bar = useRef<HTMLElement>(null)
  // The last suggestion takes its button with it.
  useFocusFallback(bar, () => bar.current?.focus({ preventScroll: true }))
  return (
    <section ref={bar} tabIndex={-1} aria-label="Suggested" className={classes.bar}>
      <output className="for-screen-readers">{accepted}</output>
      <div className={classes.texts}>
        {accepted !== '' && (
          <p aria-hidden className={classes.accepted} title={accepted}>
            {accepted}
          </p>
        )}
        {shown ? (
          <ShownSuggestion shown={shown} labelId={labelId} failure={failure} />
        ) : (
          <p className={classes.nothing}>{nothing}</p>
        )}
      </div>
      {count > 1 && (
        <IconButton
          aria-label={`Next suggestion, this is ${place} of ${count}`}
          title={`${place} of ${count}: show the next suggestion`}
          onClick={showNext}
        >
          <IconChevronRight aria-hidden size={18} />
        </IconButton>
      )}
      {hasKey && together.length > 1 && (
        <Button
          aria-keyshortcuts="Shift+L"
          aria-disabled={isSaving}
          title={togetherText(together)}
          onKeyDown={ignoreHeldKey}
          onClick={suggestions.acceptTogether}
        >
          Accept {together.length} <kbd>L</kbd>
        </Button>
      )}
      {shown && (
        <Button
          aria-keyshortcuts={hasKey ? 'l' : undefined}
          aria-describedby={labelId}
          aria-disabled={isSaving}
          onKeyDown={ignoreHeldKey}
          onClick={accept}
        >
          {verbOf(shown)} {hasKey && <kbd>l</kbd>}
        </Button>
      )}
    </section>
  )
}

type ShownProps = {
  readonly shown: Suggestion
  readonly labelId: string
  readonly failure: string | null
}

function ShownSuggestion({ shown, labelId, failure }: ShownProps) {
  return (
    <p className={classes.what} title={`${shown.label}\n${evidenceText(shown)}`}>
      <bdi id={labelId} className={classes.label}>
        {shown.label}
      </bdi>
      <br />
      {failure === null ? (
        <span className={classes.evidence}>{evidenceText(shown)}</span>
      ) : (
        <span role="alert" className={classes.failure}>
          {failure}
        </span>
      )}
    </p>
  )
}
