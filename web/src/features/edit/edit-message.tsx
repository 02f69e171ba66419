import type { Message } from './edit-session.ts'
import classes from './edit.module.css'

/** How the last save went. Stays until the next change or save. */
export function EditMessage({ message }: { readonly message: Message | null }) {
  const isError = message?.tone === 'error'
  const lines = message?.lines.map((line) => <p key={line}>{line}</p>)
  return (
    <div className={classes.message} data-tone={message?.tone}>
      <output>{!isError && lines}</output>
      <div role="alert">{isError && lines}</div>
    </div>
  )
}
