import {
  getReceipt,
  listReceipts,
  listReceiptsOfFile,
  makeReceipts,
  MAX_FILES_OF_A_CALL,
  verifyReceipt,
  type ReceiptHead,
} from '@portal/contract/receipts/receipts.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { PATHS } from './paths.ts'
import {
  readOwnReceipts,
  readReceiptsOfFile,
  readReceipt,
  readReceipts,
  readVerified,
  type Verified,
} from './receipts.wire.ts'

/** Files that were stored together, by the browser's name for their batch: a repeated request gets the same receipt. */
export type Filing = { readonly batch: string; readonly fileIds: readonly number[] }

export function madeReceiptsQuery(filing: Filing) {
  return queryOptions({
    queryKey: ['made receipts', filing],
    // Not aborted when the user leaves the screen: the receipt is mailed anyway.
    queryFn: () => makeAll(filing),
    staleTime: 'static',
    retry: false,
    enabled: filing.fileIds.length > 0,
  })
}

async function makeAll({ batch, fileIds }: Filing): Promise<readonly ReceiptHead[]> {
  const made = new Map<string, ReceiptHead>()
  for (let at = 0; at < fileIds.length; at += MAX_FILES_OF_A_CALL) {
    const body = { batch, fileIds: fileIds.slice(at, at + MAX_FILES_OF_A_CALL) }
    for (const receipt of readReceipts(await call(makeReceipts, { body }))) made.set(receipt.Number, receipt)
  }
  return [...made.values()]
}

/** The receipts of the user's own uploads to one county or to all, newest first, in pages. */
export function ownReceiptsQuery(countyId: number | null) {
  return infiniteQueryOptions({
    queryKey: ['own receipts', countyId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { after: pageParam ?? undefined, countyId: countyId ?? undefined }
      return readOwnReceipts(await call(listReceipts, { query, signal }))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

/** The receipts that contain a document; requested when a user opens its details. */
export function receiptsOfFileQuery(fileId: number) {
  return queryOptions({
    queryKey: ['receipts of file', fileId],
    queryFn: async ({ signal }) =>
      readReceiptsOfFile(await call(listReceiptsOfFile, { params: { fileId }, signal })),
    staleTime: 0,
  })
}

export function receiptQuery(number: string) {
  return queryOptions({
    queryKey: ['receipt', number],
    queryFn: async ({ signal }) => readReceipt(await call(getReceipt, { params: { number }, signal })),
    staleTime: 0,
    retry: false,
  })
}

export async function verify(number: string, code: string): Promise<Verified> {
  return readVerified(await call(verifyReceipt, { body: { number, code } }))
}

/** The screen of a receipt. */
export function pathOfReceipt(number: string): string {
  return `${PATHS.receipts}/${encodeURIComponent(number)}`
}
