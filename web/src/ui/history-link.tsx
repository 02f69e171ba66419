import { Link } from 'react-router'
import { PATHS } from '../lib/paths.ts'
import { may } from '../lib/rights.ts'
import { useSession } from '../lib/session.ts'

type Props = { readonly of: { readonly person: string } | { readonly county: number } }

/** Links to the activity by and about a person, or in a county; shown to users who may read it. */
export function HistoryLink({ of }: Props) {
  if (!may(useSession(), 'audit.read')) return null
  const query = new URLSearchParams('person' in of ? { person: of.person } : { county: String(of.county) })
  return (
    <p>
      <Link to={{ pathname: PATHS.history, search: query.toString() }}>View activity</Link>
    </p>
  )
}
