import { Loading } from '../ui/loading.tsx'
import classes from './frame.module.css'

/** Before the first screen has come; most come so soon that a word about it would only flicker. */
export function Starting() {
  return (
    <div className={classes.starting}>
      <Loading>Loading…</Loading>
    </div>
  )
}
