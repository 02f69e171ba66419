import { isProblem, parseQuery } from '@portal/contract/search/query.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import classes from './found-owners.module.css'
import { ownerDetailsPath, ownerDocumentsPath } from './search-options.ts'
import { searchQuery } from './search.queries.ts'

type Props = {
  /** What the person searched for. */
  readonly text: string
  /** Whether the list has its answer: a person may search twice at a time, and the list comes first. */
  readonly isAnswered: boolean
}

/** The owners that a search of documents names, in a line that is there before them. */
export function FoundOwners({ text, isAnswered }: Props) {
  const words = isPlain(text) ? text : ''
  const { data } = useQuery({ ...searchQuery(words), enabled: isAnswered && words !== '' })
  if (words === '') return null
  const owners = data?.owners ?? []
  return (
    <div className={classes.line}>
      {owners.length > 0 && (
        <>
          <span className={classes.label}>{owners.length === 1 ? 'Owner:' : 'Owners:'}</span>
          <ul aria-label="Owners" className={classes.owners}>
            {owners.map((owner) => (
              <li key={owner.PartyNumber}>
                <span className={classes.who}>
                  <bdi className={classes.name}>{owner.Name}</bdi>
                  <span className={classes.none}>{owner.County}</span>
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
        </>
      )}
    </div>
  )
}

/** Whether the search may be a name: it has words only, and no fields. */
function isPlain(text: string): boolean {
  const query = parseQuery(text)
  if (isProblem(query)) return false
  const { terms, year, after, before } = query
  return (
    terms.length > 0 &&
    terms.every(({ field, isExcluded }) => field === null && !isExcluded) &&
    [year, after, before].every((each) => each === undefined)
  )
}
