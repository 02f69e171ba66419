import { INFECTED, STILL_BEING_CHECKED } from '@portal/contract/files/document-errors.ts'
import { MAX_PAGE_SIZE } from '@portal/contract/limits.ts'
import { listUnopenable, type BlockedFileState } from '@portal/contract/files/virus-checks.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { fieldsOf, rowsOf } from './wire.ts'

/** Why a document cannot be opened: its virus check is pending or failed, or it is infected. */
export type BlockedFile = BlockedFileState

/** The text for users who try to open a blocked file. */
export const BLOCKED_REASONS: Readonly<Record<BlockedFile, string>> = {
  pending: STILL_BEING_CHECKED.sentence,
  stuck:
    'This file could not be checked for viruses, so it cannot be opened yet. It is safely stored. Please ask the helpdesk.',
  infected: INFECTED.sentence,
}

/** Milliseconds between two polls while files are blocked: a check takes seconds once the scanner is available. */
const LOOK_AGAIN_MS = 15_000

const NONE: ReadonlyMap<number, BlockedFile> = new Map()

function unopenableQuery(fileIds: readonly number[]) {
  return queryOptions({
    queryKey: ['unopenable', fileIds],
    queryFn: async ({ signal }) => {
      const states = new Map<number, BlockedFile>()
      for (let first = 0; first < fileIds.length; first += MAX_PAGE_SIZE) {
        const ids = fileIds.slice(first, first + MAX_PAGE_SIZE).join(',')
        // A call accepts only one page of ids, and a batch may have a thousand files.
        // oxlint-disable-next-line no-await-in-loop
        const { files } = fieldsOf(await call(listUnopenable, { query: { ids }, signal }))
        for (const { FileID, State } of rowsOf(files)) states.set(FileID ?? 0, State ?? 'pending')
      }
      return states
    },
    enabled: fileIds.length > 0,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => ((state.data?.size ?? 0) > 0 ? LOOK_AGAIN_MS : false),
  })
}

/** The blocked ones of these documents, and why. Empty if the call fails: opening a document then shows the reason. */
export function useBlockedFiles(fileIds: readonly number[]): ReadonlyMap<number, BlockedFile> {
  return useQuery(unopenableQuery(fileIds)).data ?? NONE
}
