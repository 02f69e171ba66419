import { setAssignee, type Assignee, type AssignTo } from '@portal/contract/work/assignees.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { assigneeQuery, saveAssignee } from './assignee.queries.ts'
import { failureText } from './failure-text.ts'
import { UPLOADS_KEY } from './uploads-key.ts'

/** Who works on a document, and the change of it. Undefined: not known yet. */
export type AssigneeOfFile = {
  readonly assignee: Assignee | null | undefined
  readonly hasFailed: boolean
  readonly isBusy: boolean
  /** The sentence of the last change that failed. */
  readonly failure: string | null
  /** What the last change did, for a live region. */
  readonly announcement: string
  readonly assign: (assignTo: AssignTo, onDone?: () => void) => void
}

export function useAssignee(fileId: number): AssigneeOfFile {
  const client = useQueryClient()
  const { data, isError } = useQuery(assigneeQuery(fileId))
  const saving = useMutation({
    mutationFn: saveAssignee,
    onSuccess: (assignee, { fileId: saved }) => client.setQueryData(assigneeQuery(saved).queryKey, assignee),
    // After a refusal, too: somebody else has the file then.
    onSettled: () => void client.invalidateQueries({ queryKey: UPLOADS_KEY }),
  })
  const isOfThis = saving.variables?.fileId === fileId
  const isBusy = isOfThis && saving.isPending
  return {
    assignee: data,
    hasFailed: isError && data === undefined,
    isBusy,
    failure: isOfThis && saving.isError ? failureText(saving.error, setAssignee.fallback) : null,
    announcement: isOfThis && saving.isSuccess ? assignedText(saving.data) : '',
    assign: (assignTo, onDone) => {
      if (isBusy || data === undefined) return
      saving.mutate({ fileId, assignTo, from: data?.ID ?? null }, { onSuccess: () => onDone?.() })
    },
  }
}

function assignedText(assignee: Assignee | null): string {
  if (assignee === null) return 'Assigned to nobody.'
  return assignee.IsYou ? 'Assigned to you.' : `Assigned to ${assignee.Name}.`
}
