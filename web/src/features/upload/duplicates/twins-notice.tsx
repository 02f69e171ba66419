import { hasNoCounty } from '../../../lib/no-county.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import note from '../facts/note.module.css'
import { TwinsDialog } from './twins-dialog.tsx'
import { twinsText } from './twins-texts.ts'
import type { TwinsOfQueue } from './use-twins.ts'

type Props = { readonly twins: TwinsOfQueue; readonly total: number }

/** How many of the chosen files are here already, and the way to decide about them. */
export function TwinsNotice({ twins, total }: Props) {
  const where = hasNoCounty(useSession()) ? 'among your documents' : 'in the county'
  const { undecided, isWaiting, looked } = twins
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
          <output>{twinsText(undecided, where)}.</output>
          <Button onClick={twins.open}>Review {undecided.length === 1 ? 'it' : 'them'}</Button>
        </div>
      )}
      <TwinsDialog twins={twins} where={where} />
    </>
  )
}
