import { Link } from 'react-router'
import type { FoundOwners as Owners } from '../../lib/search.queries.ts'
import classes from './found-owners.module.css'
import { countiesText, ownerDetailsPath, ownerDocumentsPath } from './search-options.ts'

/** The owners that a search of documents names, in a line above its results. */
export function FoundOwners({ owners }: { readonly owners: Owners }) {
  if (owners.length === 0) return null
  return (
    <div className={classes.line}>
      <span className={classes.label}>{owners.length === 1 ? 'Owner:' : 'Owners:'}</span>
      <ul aria-label="Owners" className={classes.owners}>
        {owners.map((owner) => (
          <li key={owner.PartyNumber}>
            <span className={classes.who}>
              <bdi className={classes.name}>{owner.Name}</bdi>
              <span className={classes.none}>{countiesText(owner)}</span>
            </span>
            <Link to={ownerDocumentsPath(owner)} aria-label={`Documents of ${owner.Name}`}>
              Documents
            </Link>
            <Link to={ownerDetailsPath(owner)} aria-label={`Owner details of ${owner.Name}`}>
              Owner details
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
