import { useConfig } from '../../../lib/config.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DuplicateLink } from '../../../ui/duplicate-link.tsx'
import { duplicateText } from '../../../lib/duplicate-texts.ts'
import type { EntryDuplicate } from '../sender/entry-duplicates.ts'
import classes from './duplicates.module.css'
import { othersText, duplicatesQuestion, type Where } from './duplicates-texts.ts'
import type { QueueDuplicates } from './use-duplicates.ts'

type Props = { readonly twins: QueueDuplicates; readonly where: Where }

/** Lists the files that are already on file, each with its duplicate. The user decides per file or for all together. */
export function DuplicatesDialog({ twins, where }: Props) {
  const { undecided, opened, close, sendAnyway, leaveOut } = twins
  return (
    <Dialog
      opened={opened !== null && undecided.length > 0}
      title="Already on file"
      width={640}
      onClose={close}
    >
      <p className={classes.question}>{duplicatesQuestion(undecided, where)}</p>
      <ul aria-label="Files that are here already" className={classes.twins}>
        {undecided.map((twin) => (
          <TwinItem key={twin.entry.key} twin={twin} twins={twins} />
        ))}
      </ul>
      <DialogFoot>
        <Button onClick={close}>Back</Button>
        <Button onClick={() => leaveOut(undecided)}>
          {undecided.length === 1 ? 'Leave it out' : `Leave all ${undecided.length} out`}
        </Button>
        <Button look="primary" onClick={() => sendAnyway(undecided)}>
          {undecided.length === 1 ? 'Send it anyway' : `Send all ${undecided.length} anyway`}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type ItemProps = { readonly twin: EntryDuplicate; readonly twins: QueueDuplicates }

function TwinItem({ twin, twins: { undecided, sendAnyway, leaveOut } }: ItemProps) {
  const { timeZone } = useConfig()
  const { entry, documents, earlier } = twin
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <bdi className={classes.name}>{entry.name}</bdi>
        {documents.files.map((each) => (
          <span key={each.FileID}>
            Same bytes as <DuplicateLink twin={each} />, {duplicateText(each, timeZone)}
          </span>
        ))}
        {earlier && (
          <span>
            Same bytes as <bdi>{earlier.name}</bdi> in this list
          </span>
        )}
        {othersText(twin)}
      </div>
      {undecided.length > 1 && (
        <div className={classes.choice}>
          <Button look="quiet" aria-label={`Leave ${entry.name} out`} onClick={() => leaveOut([twin])}>
            Leave out
          </Button>
          <Button look="quiet" aria-label={`Send ${entry.name} anyway`} onClick={() => sendAnyway([twin])}>
            Send anyway
          </Button>
        </div>
      )}
    </li>
  )
}
