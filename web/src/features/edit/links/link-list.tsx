import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { partyKey, type Party } from '../../../lib/parties.ts'
import type { AssignedLink, Link } from './links.ts'
import classes from './links.module.css'

type Props<L extends Link> = {
  readonly title: string
  readonly links: readonly L[]
  readonly note: (party: Party) => string
  readonly action: 'Remove' | 'Unlink'
  readonly onAction: (link: L) => void
  readonly isDisabled?: boolean
}

/** Links, each with its action; renders nothing if there are none. */
export function LinkList<L extends Link | AssignedLink>({
  title,
  links,
  note,
  action,
  onAction,
  isDisabled = false,
}: Props<L>) {
  const titleId = useId()
  if (links.length === 0) return null
  return (
    <div>
      <h3 id={titleId} className={classes.listTitle}>
        {title}
      </h3>
      <ul aria-labelledby={titleId} className={classes.list}>
        {links.map((link) => (
          <li key={`${partyKey(link.party)}-${link.relation.ID}`} className={classes.link}>
            <div className={classes.who}>
              <p className={classes.name}>
                {link.party.name} <span className={classes.note}>{note(link.party)}</span>
              </p>
              <p className={classes.note}>{link.relation.Name}</p>
              {'address' in link && link.address.length > 0 && (
                <p className={classes.note}>{link.address.join(', ')}</p>
              )}
            </div>
            <Button
              aria-label={`${action} ${link.party.name}, ${link.relation.Name}`}
              disabled={isDisabled}
              onClick={() => onAction(link)}
            >
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
