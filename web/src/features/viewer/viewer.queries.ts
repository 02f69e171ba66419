import {
  getMailBlocks,
  getMailPageImage,
  getMailPageTexts,
  previewMail,
} from '@portal/contract/ingestion/mail-preview.ts'
import {
  getDocumentFacts,
  getPageImage,
  getPageTexts,
  getPreviewBlocks,
  previewUpload,
  type PageWidth,
} from '@portal/contract/viewer/viewer.ts'
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { apiUrl } from '../../lib/api-base.ts'
import { call } from '../../lib/call.ts'
import { readStatus, type SaveTarget } from '../../lib/document-saves.ts'
import { UPLOADS_KEY } from '../../lib/uploads-key.ts'

/** Milliseconds that pages and text of a file stay without being shown. */
const KEPT_MS = 120_000

/**
 * The saves of the panel run one after the other, in the order of the keys. It is the same for all files, because the
 * library gives a running save the scope of the latest render, and would never start the one that waits behind it.
 */
export const PANEL_SAVES = { id: 'document panel' } as const

/** The key of each save that links or sets what is suggested or named. */
export const LINKING = ['link in the panel'] as const

export function factsQuery(fileId: number) {
  return queryOptions({
    // Below the key of the list, so that a save reloads both.
    queryKey: [...UPLOADS_KEY, 'facts', fileId],
    queryFn: ({ signal }) => call(getDocumentFacts, { params: { fileId }, signal }),
    staleTime: 0,
    retry: false,
  })
}

/** A document, an e-mail that waits for a decision, or an attachment. */
export type Target = ({ readonly fileId: number } | { readonly mailId: string }) & {
  /** From 1. */
  readonly attachment?: number | undefined
}

/** The bytes of a file never change. */
export function previewQuery(target: Target) {
  return queryOptions({
    queryKey: ['preview', target],
    queryFn: ({ signal }) => {
      const { attachment } = target
      return 'mailId' in target
        ? call(previewMail, { params: { mailId: target.mailId }, query: { attachment }, signal })
        : call(previewUpload, { params: { fileId: target.fileId }, query: { attachment }, signal })
    },
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
  })
}

/** The texts of pages from `page` to `to`. */
export function pageTextsQuery(target: Target, page: number, to: number = page) {
  const query = { attachment: target.attachment, to }
  return queryOptions({
    queryKey: ['preview text', target, page, to],
    queryFn: async ({ signal }) => {
      const texts =
        'mailId' in target
          ? call(getMailPageTexts, { params: { mailId: target.mailId, page }, query, signal })
          : call(getPageTexts, { params: { fileId: target.fileId, page }, query, signal })
      return (await texts).pages
    },
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: false,
  })
}

export function pageImageUrl(target: Target, page: number, width: PageWidth): string {
  const query = { attachment: target.attachment, width }
  return 'mailId' in target
    ? apiUrl(getMailPageImage, { params: { mailId: target.mailId, page }, query })
    : apiUrl(getPageImage, { params: { fileId: target.fileId, page }, query })
}

/** The blocks of a file, part by part; `sheet` is from 1. */
export function blocksQuery(target: Target, sheet: number) {
  return infiniteQueryOptions({
    queryKey: ['preview blocks', target, sheet],
    queryFn: ({ pageParam, signal }) => {
      const query = { attachment: target.attachment, sheet, from: pageParam }
      return 'mailId' in target
        ? call(getMailBlocks, { params: { mailId: target.mailId }, query, signal })
        : call(getPreviewBlocks, { params: { fileId: target.fileId }, query, signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
  })
}

/** The saved status of the document on screen with its version, for those who may change it. */
export function savedStatusQuery(fileId: number) {
  return queryOptions({
    queryKey: [...UPLOADS_KEY, 'saved status', fileId],
    queryFn: async ({ signal }) => {
      const { result, etag } = await readStatus(fileId, signal)
      return { statusId: result.StatusID, version: etag }
    },
    staleTime: 0,
    retry: false,
  })
}

/** After a link that was saved: the status stays, the version is another. */
export function noteVersion(client: QueryClient, { fileId, version }: SaveTarget): void {
  client.setQueryData(savedStatusQuery(fileId).queryKey, (saved) => saved && { ...saved, version })
}
