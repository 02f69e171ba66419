import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { pathId } from '../fields.ts'
import { INFECTED, STILL_BEING_CHECKED } from '../files/document-errors.ts'
import {
  blocksQuery,
  MAX_TEXT_PAGES,
  NO_SUCH_PAGE,
  PAGE_UNREADABLE,
  PAGE_WIDTHS,
  pageImageQuery,
  pageTexts,
  pageTextsQuery,
  preview,
  previewBlocks,
  previewQuery,
  PREVIEWS_BUSY,
  WIDTH_UNKNOWN,
} from '../viewer/viewer.ts'
import { MAIL_CONTENT_MISSING, MAIL_TOO_LARGE } from './mailbox.ts'

// What a waiting message and its attachments show, for the administrators who decide on it.

export const MAIL_NOT_SHOWN = defineError({
  code: 'mailbox.not_shown',
  status: 404,
  sentence: 'This e-mail does not wait for a decision any more. Please reload the list.',
})

const viewErrors = [
  MAIL_NOT_SHOWN,
  MAIL_TOO_LARGE,
  MAIL_CONTENT_MISSING,
  STILL_BEING_CHECKED,
  INFECTED,
  PREVIEWS_BUSY,
  NO_SUCH_PAGE,
  PAGE_UNREADABLE,
] as const

const mailId = z.uuid(MAIL_NOT_SHOWN.sentence)
const page = pathId('The page')

export const previewMail = endpoint({
  summary: 'How a message that waits, or an attachment of it, can be shown; see `previewUpload`.',
  method: 'GET',
  path: '/admin/mailbox/:mailId/preview',
  access: 'portal.manage',
  params: z.object({ mailId }),
  query: previewQuery,
  result: preview,
  errors: viewErrors,
  fallback: 'The e-mail cannot be shown now.',
})

export const getMailPageImage = endpoint({
  summary: `The picture of a page of an attachment, WebP or PNG, at most as wide as asked: ${PAGE_WIDTHS.join(', ')} pixels; ETag.`,
  method: 'GET',
  path: '/admin/mailbox/:mailId/preview/pages/:page',
  access: 'portal.manage',
  payload: 'document',
  params: z.object({ mailId, page }),
  query: pageImageQuery,
  result: z.unknown(),
  errors: [...viewErrors, WIDTH_UNKNOWN],
})

export const getMailPageTexts = endpoint({
  summary: `The text of a page of an attachment, or of the pages up to \`to\`, at most ${MAX_TEXT_PAGES}, with the place of each word.`,
  method: 'GET',
  path: '/admin/mailbox/:mailId/preview/pages/:page/text',
  access: 'portal.manage',
  params: z.object({ mailId, page }),
  query: pageTextsQuery,
  result: pageTexts,
  errors: viewErrors,
  fallback: 'The text of this page could not be loaded.',
})

export const getMailBlocks = endpoint({
  summary:
    'The head and the text of a message that waits, or the text of an attachment, as blocks; see `getPreviewBlocks`.',
  method: 'GET',
  path: '/admin/mailbox/:mailId/preview/blocks',
  access: 'portal.manage',
  params: z.object({ mailId }),
  query: blocksQuery,
  result: previewBlocks,
  errors: viewErrors,
  fallback: 'The text of this file could not be loaded.',
})
