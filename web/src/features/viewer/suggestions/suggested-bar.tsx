import { IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { Button, ignoreHeldKey } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { evidenceText, verbOf } from './suggestion-texts.ts'
import classes from './suggested-bar.module.css'
import type { Suggestions } from './use-suggestions.ts'

type Props = {
  readonly suggestions: Suggestions
  /** Whether the key `l` accepts. */
  readonly hasKey: boolean
}

/** One suggestion with its evidence. The bar always has the same height, so that a late one moves nothing. */
export function SuggestedBar({ suggestions, hasKey }: Props) {
  const { shown, place, count, nothing, isSaving, failure, accepted, accept, showNext } = suggestions
  const labelId = useId()
  return (
    <section aria-label="Suggested" className={classes.bar}>
      <output className="for-screen-readers">{accepted}</output>
      {shown ? (
        <>
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
          {count > 1 && (
            <IconButton
              aria-label={`Next suggestion, this is ${place} of ${count}`}
              title={`${place} of ${count}: show the next suggestion`}
              onClick={showNext}
            >
              <IconChevronRight aria-hidden size={18} />
            </IconButton>
          )}
          <Button
            aria-keyshortcuts={hasKey ? 'l' : undefined}
            aria-describedby={labelId}
            aria-disabled={isSaving}
            onKeyDown={ignoreHeldKey}
            onClick={accept}
          >
            {verbOf(shown)} {hasKey && <kbd>l</kbd>}
          </Button>
        </>
      ) : (
        <p className={classes.nothing}>{nothing}</p>
      )}
    </section>
  )
}
