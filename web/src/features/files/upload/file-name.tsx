import classes from './file-name.module.css'

/** Characters at the end of a name that are never cut: they distinguish page 17 from page 18. */
const TAIL_CHARACTERS = 12

/** A name on one line; where it is too long, its middle gives way. */
export function FileName({ name, title = name }: { readonly name: string; readonly title?: string }) {
  const letters = Array.from(name)
  return (
    <bdi className={classes.name} title={title}>
      <span className={classes.head}>{letters.slice(0, -TAIL_CHARACTERS).join('')}</span>
      <span>{letters.slice(-TAIL_CHARACTERS).join('')}</span>
    </bdi>
  )
}
