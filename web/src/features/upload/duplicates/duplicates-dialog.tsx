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

type Props = { readonly duplicates: QueueDuplicates; readonly where: Where }

/** Lists the files that are already on file, each with its duplicate. The user decides per file or for all together. */
export function DuplicatesDialog({ duplicates, where }: Props) {
  const { undecided, opened, close, sendAnyway, leaveOut } = duplicates
  return (
    <Dialog
      opened={opened !== null && undecided.length > 0}
      title="Already on file"
      width={640}
      onClose={close}
    >
      <p className={classes.question}>{duplicatesQuestion(undecided, where)}</p>
      <ul aria-label="Files that are already on file" className={classes.duplicates}>
        {undecided.map((duplicate) => (
          <DuplicateItem key={duplicate.entry.key} duplicate={duplicate} duplicates={duplicates} />
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

type ItemProps = { readonly duplicate: EntryDuplicate; readonly duplicates: QueueDuplicates }

function DuplicateItem({ duplicate, duplicates: { undecided, sendAnyway, leaveOut } }: ItemProps) {
  const { timeZone } = useConfig()
  const { entry, documents, earlier } = duplicate
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <bdi className={classes.name}>{entry.name}</bdi>
        {documents.files.map((each) => (
          <span key={each.FileID}>
            Same bytes as <DuplicateLink duplicate={each} />, {duplicateText(each, timeZone)}
          </span>
        ))}
        {earlier && (
          <span>
            Same bytes as <bdi>{earlier.name}</bdi> in this list
          </span>
        )}
        {othersText(duplicate)}
      </div>
      {undecided.length > 1 && (
        <div className={classes.choice}>
          <Button look="quiet" aria-label={`Leave ${entry.name} out`} onClick={() => leaveOut([duplicate])}>
            Leave out
          </Button>
          <Button
            look="quiet"
            aria-label={`Send ${entry.name} anyway`}
            onClick={() => sendAnyway([duplicate])}
          >
            Send anyway
          </Button>
        </div>
      )}
    </li>
  )
}
