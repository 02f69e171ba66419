import { Button } from '../../../ui/button.tsx'
import type { UploadDraft } from './upload-draft.ts'
import { filesText } from '../facts/upload-texts.ts'
import classes from './upload.module.css'

type Props = {
  readonly draft: UploadDraft
  readonly onTake: () => void
  readonly onDiscard: () => void
}

/** Offers to continue or discard the user's earlier draft of this form. */
export function UploadOffer({ draft, onTake, onDiscard }: Props) {
  const { fields, files, fileCount } = draft
  const description = fields.description.trim()
  const lost = fileCount - files.length
  return (
    <section className={classes.offer} aria-label="Upload that was not sent">
      <p className={classes.offerText}>
        You left an upload here that was not sent: {description !== '' && <q>{description}</q>}
        {description !== '' && fileCount > 0 && ', '}
        {fileCount > 0 && filesText(fileCount)}.
        {lost > 0 &&
          ` The page has been reloaded, so please choose ${lost === 1 ? 'the file' : `the ${lost} files`} again.`}
      </p>
      <div className={classes.actions}>
        <Button look="primary" onClick={onTake}>
          Bring it back
        </Button>
        <Button onClick={onDiscard}>Discard it</Button>
      </div>
    </section>
  )
}
