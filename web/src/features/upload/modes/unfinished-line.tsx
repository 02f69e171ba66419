import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { unfinishedQuery } from './unfinished.queries.ts'
import { unfinishedText } from './unfinished-texts.ts'

/** The number of the user's unfinished uploads, as a link to them; nothing if there are none. */
export function UnfinishedLine() {
  const { data } = useQuery(unfinishedQuery)
  if (!data || data.length === 0) return null
  return <Link to={PATHS.unfinishedUploads}>{unfinishedText(data.length)}</Link>
}

/** The same number next to the tab's name, which reserves space for two digits. */
export function UnfinishedCount() {
  const { data } = useQuery(unfinishedQuery)
  return data && data.length > 0 ? `(${data.length})` : null
}
