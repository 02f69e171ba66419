import type { Upload } from '@portal/contract/files.ts'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { excerptOf } from './files.models.ts'
import classes from './files.module.css'

/** The first words of the description; the whole of it in a popup where there are more. */
export function DescriptionCell({ document: { FileID, Description } }: { readonly document: Upload }) {
  const [isOpen, setIsOpen] = useState(false)
  const { text, isWhole } = excerptOf(Description)
  return (
    <span className={classes.excerpt} data-whole={Description}>
      <span className={classes.words}>{isWhole ? text : `${text}…`}</span>
      {!isWhole && (
        <>
          {' '}
          <button
            type="button"
            className={classes.more}
            aria-label={`Show more of file ${FileID}`}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            Show more
          </button>
        </>
      )}
      <Dialog opened={isOpen} title={`Description of file ${FileID}`} onClose={() => setIsOpen(false)}>
        <p className={classes.description}>{Description}</p>
      </Dialog>
    </span>
  )
}
