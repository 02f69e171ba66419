import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { unfinishedQuery } from './unfinished.queries.ts'
import { unfinishedText } from './unfinished-texts.ts'

/** How many uploads of this person broke off, and the way to them; nothing where there are none. */
export function UnfinishedLine() {
  const { data } = useQuery(unfinishedQuery)
  if (!data || data.length === 0) return null
  return <Link to={PATHS.unfinishedUploads}>{unfinishedText(data.length)}</Link>
}

/** The same beside the name of a tab, which keeps the place of two digits. */
export function UnfinishedCount() {
  const { data } = useQuery(unfinishedQuery)
  return data && data.length > 0 ? `(${data.length})` : null
}
