import classes from './auth.module.css'
import type { Failure } from './failure.ts'
import type { ReactNode } from 'react'

type Props = { readonly id?: string; readonly failure: Failure | null; readonly isBlock?: boolean }

/** Why a form was rejected, above its button; announced when it appears. */
export function FormFailure({ id, failure, isBlock = false }: Props) {
  return (
    <div id={id} role="alert" className={classes.failure} data-block={isBlock || undefined}>
      {failure && <p>{failure.text}</p>}
      {failure?.hint && <p>{failure.hint}</p>}
    </div>
  )
}

/** A success message. The element exists before its text, so that screen readers announce it. */
export function StatusMessage({ children }: { readonly children: ReactNode }) {
  return <output className={classes.statusMessage}>{children}</output>
}
