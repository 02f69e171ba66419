import {
  getPreviewBlocks,
  getDocumentFacts,
  getPageImage,
  getPageTexts,
  previewUpload,
} from '@portal/contract/viewer/viewer.ts'
import {
  getMailBlocks,
  getMailPageImage,
  getMailPageTexts,
  previewMail,
} from '@portal/contract/ingestion/mail-preview.ts'
import { getSuggestions } from '@portal/contract/viewer/suggestions.ts'
import type { Serve } from '../../records/context.ts'
import { getBlocksOfFile } from './blocks.usecases.ts'
import { factsOfDocument } from './facts.usecases.ts'
import { getImageOfPage } from './page-image.usecases.ts'
import { getTextOfPages } from './page-text.usecases.ts'
import { previewDocument } from './preview.usecases.ts'
import { suggestionsFor } from './suggestions.usecases.ts'

const DEFAULT_WIDTH = 1200

export function viewerRoutes(serve: Serve): void {
  documentRoutes(serve)
  mailRoutes(serve)
}

function documentRoutes(serve: Serve): void {
  serve(getDocumentFacts, (context, { params }) => factsOfDocument(context, params.fileId))

  serve(getSuggestions, (context, { params }) => suggestionsFor(context, params.fileId))

  serve(previewUpload, (context, { params, query, senderGone }) =>
    previewDocument(context, { ...params, ...query, senderGone }),
  )

  serve(getPageImage, (context, { params, query, request, senderGone }) =>
    getImageOfPage(context, {
      ...params,
      attachment: query.attachment,
      width: query.width ?? DEFAULT_WIDTH,
      headers: request.headers,
      senderGone,
    }),
  )

  serve(getPageTexts, async (context, { params, query, senderGone }) => ({
    pages: [...(await getTextOfPages(context, { ...params, ...query, senderGone }))],
  }))

  serve(getPreviewBlocks, (context, { params, query, senderGone }) =>
    getBlocksOfFile(context, { ...params, ...query, senderGone }),
  )
}

/** Messages that wait for a decision. */
function mailRoutes(serve: Serve): void {
  serve(previewMail, (context, { params, query, senderGone }) =>
    previewDocument(context, { ...params, ...query, senderGone }),
  )

  serve(getMailPageImage, (context, { params, query, request, senderGone }) =>
    getImageOfPage(context, {
      ...params,
      attachment: query.attachment,
      width: query.width ?? DEFAULT_WIDTH,
      headers: request.headers,
      senderGone,
    }),
  )

  serve(getMailPageTexts, async (context, { params, query, senderGone }) => ({
    pages: [...(await getTextOfPages(context, { ...params, ...query, senderGone }))],
  }))

  serve(getMailBlocks, (context, { params, query, senderGone }) =>
    getBlocksOfFile(context, { ...params, ...query, senderGone }),
  )
}
