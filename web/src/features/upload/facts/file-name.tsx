import classes from './file-name.module.css'

/** Characters at the end of a name that are never truncated: they distinguish page 17 from page 18. */
const TAIL_CHARACTERS = 12

/**
 * A name on one line; a long name is truncated in the middle. Screen readers get the full name, because they would read
 * the two parts as two words.
 */
export function FileName({ name, title = name }: { readonly name: string; readonly title?: string }) {
  const letters = Array.from(name)
  return (
    <bdi className={classes.name} title={title}>
      <span aria-hidden className={classes.head}>
        {letters.slice(0, -TAIL_CHARACTERS).join('')}
      </span>
      <span aria-hidden>{letters.slice(-TAIL_CHARACTERS).join('')}</span>
      <span className={`for-screen-readers ${classes.spoken}`}>{name}</span>
    </bdi>
  )
}
