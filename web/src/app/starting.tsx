import { Loading } from '../ui/loading.tsx'
import classes from './frame.module.css'

/** Until the first screen is loaded; most load so fast that a message would only flicker. */
export function Starting() {
  return (
    <div className={classes.starting}>
      <Loading>Loading…</Loading>
    </div>
  )
}
