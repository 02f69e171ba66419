import classes from './auth.module.css'
import type { Failure } from './failure.ts'

type Props = { readonly id?: string; readonly failure: Failure | null; readonly isBlock?: boolean }

/** What stands against a form, above its button; read out when it appears. */
export function FormFailure({ id, failure, isBlock = false }: Props) {
  return (
    <div id={id} role="alert" className={classes.failure} data-block={isBlock || undefined}>
      {failure && <p>{failure.text}</p>}
      {failure?.hint && <p>{failure.hint}</p>}
    </div>
  )
}
