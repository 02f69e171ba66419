import type { NamedOwner as Owner } from '@portal/contract/edit/edit-links.ts'
import { Button } from './button.tsx'
import classes from './named-owner.module.css'
import { Notice } from './notice.tsx'

type Props = {
  readonly owner: Owner
  /** Null for people who may not link it. */
  readonly acts: {
    readonly isBusy: boolean
    /** The sentence of the last failure. */
    readonly failure: string | null
    readonly link: () => void
    readonly dismiss: () => void
  } | null
  /** The key that links it. */
  readonly linkKey?: string
}

/** The owner that the sender of a file named, for the firm to link or to dismiss. */
export function NamedOwner({ owner: { OrganizationName: name, partyNumber }, acts, linkKey }: Props) {
  return (
    <div className={classes.named}>
      <p>
        Named by the sender: <bdi className={classes.name}>{name}</bdi> ({partyNumber})
      </p>
      {acts && (
        <div className={classes.acts}>
          <Button aria-keyshortcuts={linkKey} disabled={acts.isBusy} onClick={acts.link}>
            Link <span className="for-screen-readers">{name}</span>
            {linkKey !== undefined && <kbd>{linkKey}</kbd>}
          </Button>
          <Button look="quiet" disabled={acts.isBusy} onClick={acts.dismiss}>
            Dismiss <span className="for-screen-readers">{name}</span>
          </Button>
        </div>
      )}
      {acts && acts.failure !== null && <Notice tone="error">{acts.failure}</Notice>}
    </div>
  )
}
