import { useState } from 'react'
import { excerptOf } from '../lib/excerpt.ts'
import classes from './description-excerpt.module.css'
import { Dialog } from './dialog.tsx'
import { useRowControl } from './row-controls.ts'

type Props = { readonly fileId: number; readonly description: string | null }

/** The first words of the description. A popup shows the full text if there is more. */
export function DescriptionExcerpt({ fileId, description }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const rowControl = useRowControl()
  const { text, isWhole } = excerptOf(description)
  return (
    <span className={classes.excerpt} data-whole={description}>
      <span className={classes.words}>{isWhole ? text : `${text}…`}</span>
      {!isWhole && (
        <>
          {' '}
          <button
            type="button"
            className={classes.more}
            {...rowControl}
            aria-label={`Show more of file ${fileId}`}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            Show more
          </button>
        </>
      )}
      <Dialog opened={isOpen} title={`Description of file ${fileId}`} onClose={() => setIsOpen(false)}>
        <p className={classes.description}>{description}</p>
      </Dialog>
    </span>
  )
}
