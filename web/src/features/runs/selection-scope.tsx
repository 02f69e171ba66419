import type { Contents } from '../../lib/selection/selection.ts'
import classes from './dialog/run-dialog.module.css'
import { scopeText } from './selection-texts.ts'

/** In a dialog: which files a selection of all that match has. The bar behind the dialog may have cut that off. */
export function SelectionScope({ contents }: { readonly contents: Contents }) {
  return contents.kind === 'all' && <p className={classes.scope}>{scopeText(contents)}</p>
}
