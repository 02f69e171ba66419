import { hasNoCounty } from '../../../lib/county-text.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import note from '../facts/note.module.css'
import { DuplicatesDialog } from './duplicates-dialog.tsx'
import { duplicatesText } from './duplicates-texts.ts'
import type { QueueDuplicates } from './use-duplicates.ts'

type Props = { readonly duplicates: QueueDuplicates; readonly total: number }

/** Shows how many of the chosen files are duplicates, with a button to review them. */
export function DuplicatesNotice({ duplicates, total }: Props) {
  const where = hasNoCounty(useSession()) ? 'among your documents' : 'in the county'
  const { undecided, isWaiting, looked } = duplicates
  return (
    <>
      {isWaiting && undecided.length === 0 && (
        <output className={note.note}>
          Comparing with what is stored already: {looked} of {total}. Then the files are sent; press Upload
          Files once more to send them at once.
        </output>
      )}
      {undecided.length > 0 && (
        <div className={note.note}>
          <output>{duplicatesText(undecided, where)}.</output>
          <Button onClick={duplicates.open}>Review {undecided.length === 1 ? 'it' : 'them'}</Button>
        </div>
      )}
      <DuplicatesDialog duplicates={duplicates} where={where} />
    </>
  )
}
