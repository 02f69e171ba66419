import * as mail from '@portal/contract/ingestion/mail-preview.ts'
import { getSuggestions } from '@portal/contract/viewer/suggestions.ts'
import * as documents from '@portal/contract/viewer/viewer.ts'
import type { Serve } from '../../records/context.ts'
import { getBlocksOfFile } from './blocks.usecases.ts'
import { factsOfDocument } from './facts.usecases.ts'
import { getImageOfPage } from './page-image.usecases.ts'
import { getTextOfPages } from './page-text.usecases.ts'
import { previewDocument } from './preview.usecases.ts'
import { suggestionsFor } from './suggestions.usecases.ts'

const DEFAULT_WIDTH = 1200

export function viewerRoutes(serve: Serve): void {
  serve(documents.getDocumentFacts, (context, { params }) => factsOfDocument(context, params.fileId))

  serve(getSuggestions, (context, { params }) => suggestionsFor(context, params.fileId))

  previewRoutes(serve, {
    preview: documents.previewUpload,
    image: documents.getPageImage,
    texts: documents.getPageTexts,
    blocks: documents.getPreviewBlocks,
  })
  previewRoutes(serve, {
    preview: mail.previewMail,
    image: mail.getMailPageImage,
    texts: mail.getMailPageTexts,
    blocks: mail.getMailBlocks,
  })
}

/** The calls that show a file. */
type PreviewCalls = {
  readonly preview: typeof documents.previewUpload | typeof mail.previewMail
  readonly image: typeof documents.getPageImage | typeof mail.getMailPageImage
  readonly texts: typeof documents.getPageTexts | typeof mail.getMailPageTexts
  readonly blocks: typeof documents.getPreviewBlocks | typeof mail.getMailBlocks
}

/** The same for a document and for a message that waits: `params` names which. */
function previewRoutes(serve: Serve, { preview, image, texts, blocks }: PreviewCalls): void {
  serve(preview, (context, { params, query, senderGone }) =>
    previewDocument(context, { ...params, ...query, senderGone }),
  )

  serve(image, (context, { params, query, request, senderGone }) =>
    getImageOfPage(context, {
      ...params,
      attachment: query.attachment,
      width: query.width ?? DEFAULT_WIDTH,
      headers: request.headers,
      senderGone,
    }),
  )

  serve(texts, async (context, { params, query, senderGone }) => ({
    pages: [...(await getTextOfPages(context, { ...params, ...query, senderGone }))],
  }))

  serve(blocks, (context, { params, query, senderGone }) =>
    getBlocksOfFile(context, { ...params, ...query, senderGone }),
  )
}
