import type { Message } from '../edit-session.ts'
import classes from '../edit.module.css'

const linesOf = (lines: readonly string[]) => lines.map((line) => <p key={line}>{line}</p>)

/** How the last save went. Stays until the next change or save. */
export function EditMessage({ message }: { readonly message: Message | null }) {
  const { tone, lines = [], aside = [] } = message ?? {}
  const isError = tone === 'error'
  return (
    <div className={classes.message} data-tone={tone}>
      <output>{!isError && linesOf(lines)}</output>
      <div role="alert">{isError && linesOf(lines)}</div>
      <div aria-live="polite" className={classes.aside}>
        {linesOf(aside)}
      </div>
    </div>
  )
}
