import {
  DROPPED_FILE_LISTS,
  listDroppedFiles,
  markDroppedFileDone,
  type DroppedFile,
} from '@portal/contract/ingestion/drop-folder.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { failureText } from '../../lib/failure-text.ts'
import { useRecount } from '../../lib/request-counts.ts'
import { addressCodec, cursor, oneOf } from '../../ui/list-screen/address-codec.ts'
import { useNotice } from '../../ui/use-notice.ts'

/** `/requests/drop-folder?state=done` */
export const DROP_FOLDER_ADDRESS = addressCodec({ state: oneOf(DROPPED_FILE_LISTS, 'open'), after: cursor() })

type State = ReturnType<typeof DROP_FOLDER_ADDRESS.read>['state']

export function dropFolderQuery({ state, after }: State) {
  const query = { state, after: after ?? undefined }
  return {
    queryKey: ['drop folder', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(listDroppedFiles, { query, signal }),
    fallback: listDroppedFiles.fallback,
  }
}

/** Marks a file as done. The list moves the focus to the next row, and the bar counts again. */
export function useMarkDone(reload: () => void) {
  const recount = useRecount()
  const { notice, show, dismiss } = useNotice()
  const { mutate } = useMutation({
    mutationFn: ({ droppedFileID: droppedFileId }: DroppedFile) =>
      call(markDroppedFileDone, { params: { droppedFileId } }),
    onMutate: dismiss,
    onSuccess: (_done, { fileName }) => show({ tone: 'success', text: `Marked as done: ${fileName}` }),
    onError: (failure) => show({ tone: 'error', text: failureText(failure, markDroppedFileDone.fallback) }),
    onSettled: () => {
      reload()
      recount()
    },
  })
  return { notice, dismiss, markDone: (file: DroppedFile) => mutate(file) }
}
