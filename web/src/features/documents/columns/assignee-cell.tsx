import { NOTHING } from '../../../lib/format.ts'
import { UserName } from '../../../ui/user-name.tsx'
import classes from '../files.module.css'
import type { Assignees } from './assignees.queries.ts'

type Props = { readonly fileId: number; readonly assignees: Assignees }

/** Who works on a document. Empty until it is loaded. */
export function AssigneeCell({ fileId, assignees }: Props) {
  const assignee = assignees.of(fileId)
  if (!assignee) return assignees.hasFailed ? 'Not loaded' : assignees.isLoaded && NOTHING
  return (
    <span className={classes.twoLines}>{assignee.IsYou ? 'You' : <UserName name={assignee.Name} />}</span>
  )
}
