import { useState } from 'react'
import { may } from '../lib/rights.ts'
import { useSession } from '../lib/session.ts'
import type { AssigneeOfFile } from '../lib/use-assignee.ts'
import classes from './assignee-line.module.css'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { PersonCombobox } from './person-combobox.tsx'

type Props = {
  readonly fileId: number
  readonly work: AssigneeOfFile
  /** Whether nothing may change: the document is in the bin, or not known yet. */
  readonly isFixed?: boolean
  /** The key that takes the document, if the screen has one. */
  readonly takeKey?: string
}

/** Who works on a document, in a line of constant height, with what the user may change of it. */
export function AssigneeLine({ fileId, work, isFixed = false, takeKey }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const isEditor = may(useSession(), 'documents.edit')
  const { assignee, failure, isBusy, announcement, assign } = work
  const isKnown = assignee !== undefined && !isFixed
  return (
    <div>
      <div className={classes.line}>
        <span className={classes.name} title={assignee?.Email}>
          <bdi>{nameText(work)}</bdi>
        </span>
        <div className={classes.acts}>
          {isKnown && (assignee === null || assignee.IsYou) && (
            <Button
              look="quiet"
              aria-keyshortcuts={assignee === null ? takeKey : undefined}
              aria-disabled={isBusy}
              onClick={() => assign(assignee === null ? 'me' : 'nobody')}
            >
              {assignee === null ? 'Take it' : 'Give back'}
              {assignee === null && takeKey !== undefined && <kbd>{takeKey}</kbd>}
            </Button>
          )}
          {isKnown && isEditor && (
            <Button look="quiet" aria-disabled={isBusy} onClick={() => setIsAsking(true)}>
              Assign…
            </Button>
          )}
        </div>
      </div>
      {failure !== null && !isAsking && <Notice tone="error">{failure}</Notice>}
      <p aria-live="polite" className="for-screen-readers">
        {announcement}
      </p>
      {isAsking && <AssignDialog fileId={fileId} work={work} onClose={() => setIsAsking(false)} />}
    </div>
  )
}

function nameText({ assignee, hasFailed }: AssigneeOfFile): string {
  if (hasFailed) return 'Not loaded'
  if (assignee === undefined) return ''
  if (assignee === null) return 'Nobody'
  return assignee.IsYou ? 'You' : assignee.Name
}

type DialogProps = Pick<Props, 'fileId' | 'work'> & { readonly onClose: () => void }

/** Assigns the document to the chosen person at once. It is no form: the edit dialog is one, and would be sent. */
function AssignDialog({ fileId, work: { assignee, failure, assign }, onClose }: DialogProps) {
  const [hasTried, setHasTried] = useState(false)
  const assignAndClose = (to: number | 'nobody') => {
    setHasTried(true)
    assign(to, onClose)
  }
  return (
    <Dialog opened title="Assign the file" width={440} fillsPhone onClose={onClose}>
      <div className={classes.dialog}>
        <PersonCombobox
          label="Assign to"
          isFirst
          fileId={fileId}
          failure={hasTried ? failure : null}
          onText={() => setHasTried(false)}
          onChoose={({ ID }) => assignAndClose(ID)}
        />
        <div className={classes.foot}>
          <Button onClick={onClose}>Cancel</Button>
          {assignee && <Button onClick={() => assignAndClose('nobody')}>Assign to nobody</Button>}
        </div>
      </div>
    </Dialog>
  )
}
