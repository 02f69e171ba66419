import {
  DROPPED_FILE_LISTS,
  listDroppedFiles,
  markDroppedFileDone,
  reopenDroppedFile,
  type DroppedFile,
} from '@portal/contract/ingestion/drop-folder.ts'
import { call } from '../../lib/call.ts'
import { useRecount } from '../../lib/request-counts.ts'
import { addressCodec, cursor, oneOf } from '../../ui/list-screen/address-codec.ts'
import { useUndoableActs, type UndoableAct } from '../../ui/use-undoable-acts.ts'

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

type Act = UndoableAct<DroppedFile>

/** Marks files as done, and opens them again. The list moves the focus to the next row, and the bar counts again. */
export function useDroppedFileActs(reload: () => void) {
  const recount = useRecount()
  const { notice, dismiss, start } = useUndoableActs<DroppedFile>({
    onSettled: () => {
      reload()
      recount()
    },
  })
  return {
    notice,
    dismiss,
    markDone: (file: DroppedFile) => start(marking(file)),
    reopen: (file: DroppedFile) => start(reopening(file)),
  }
}

function marking({ droppedFileID: droppedFileId, fileName, at }: DroppedFile): Act {
  return {
    run: () => call(markDroppedFileDone, { params: { droppedFileId }, body: { at } }),
    fallback: markDroppedFileDone.fallback,
    done: `Marked as done: ${fileName}`,
    undo: reopening,
  }
}

function reopening({ droppedFileID: droppedFileId, fileName }: DroppedFile): Act {
  return {
    run: () => call(reopenDroppedFile, { params: { droppedFileId } }),
    fallback: reopenDroppedFile.fallback,
    done: `To review again: ${fileName}`,
    undo: marking,
  }
}
