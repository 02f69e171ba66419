import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCounties } from '../../../lib/counties.ts'
import { failureText } from '../../../lib/failure-text.ts'
import { useSession } from '../../../lib/session.ts'
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts'
import { useNotice } from '../../../ui/use-notice.ts'
import { UPLOADS_KEY } from '../../../lib/uploads-key.ts'
import { useRunningQueue } from '../sender/running-queue.ts'
import { storedText } from '../modes/unfinished-texts.ts'
import { unfinishedQuery, type UnfinishedUpload } from '../modes/unfinished.queries.ts'
import { useContinuedUploads } from './use-continued-uploads.ts'
import { endResumable, listResumable } from '@portal/contract/files/resumable.ts'
import { periodToSendIn } from '../../../lib/call.ts'
import { endByTus } from '../sender/send-by-tus.ts'

const NOT_DISCARDED = 'This upload could not be discarded.'

/** The user's unfinished uploads and the actions on them. */
export function useUnfinishedScreen() {
  const queryClient = useQueryClient()
  const session = useSession()
  const counties = useCounties().list
  const { data, error, isFetching, refetch } = useQuery(unfinishedQuery)
  const { notice, show, dismiss } = useNotice()
  const [asked, setAsked] = useState<UnfinishedUpload | null>(null)
  const reload = () => void refetch()
  const removeRow = ({ id }: UnfinishedUpload) =>
    queryClient.setQueryData(unfinishedQuery.queryKey, (before) => before?.filter((each) => each.id !== id))

  const continued = useContinuedUploads({
    onStored: (upload, fileId) => {
      show({ tone: 'success', text: storedText(upload, fileId) })
      removeRow(upload)
      continued.forget(upload.id)
      void queryClient.invalidateQueries({ queryKey: UPLOADS_KEY })
    },
    onStopped: reload,
  })
  const { mutate: discard } = useMutation({
    mutationFn: discardUpload,
    onSuccess: (_answer, upload: UnfinishedUpload) => {
      show({ tone: 'success', text: `${upload.fileName} is discarded.` })
      removeRow(upload)
    },
    onError: (failure) => show({ tone: 'error', text: failureText(failure, NOT_DISCARDED) }),
    onSettled: reload,
  })

  return {
    uploads: data ?? null,
    failure: isFetching || error === null ? null : failureText(error, listResumable.fallback),
    isLoading: isFetching,
    reload,
    nameOfCounty: (id: number | null) =>
      [...counties, ...session.counties].find(({ CountyID }) => CountyID === id)?.Name,
    isBatchRunning: useRunningQueue(session.username) !== null,
    continuationOf: continued.of,
    resume: (upload: UnfinishedUpload, file: File) => {
      dismiss()
      void continued.resume(upload, file)
    },
    pause: ({ id }: UnfinishedUpload) => continued.pause(id),
    notice,
    dismiss,
    asked,
    ask: setAsked,
    decline: () => setAsked(null),
    confirm: () => {
      dismiss()
      if (asked !== null) discard(asked)
      setAsked(null)
    },
    guard: useLeaveGuard(continued.isSending),
  }
}

export type UnfinishedScreen = ReturnType<typeof useUnfinishedScreen>

async function discardUpload({ id }: { readonly id: string }): Promise<void> {
  await endByTus(id, await periodToSendIn(endResumable))
}
