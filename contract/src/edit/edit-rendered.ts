import { z } from 'zod'
import { editErrors, FILE_NOT_FOUND } from '../files/document-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { fileId } from '../fields.ts'

export const NO_RENDITION = defineError({
  code: 'document.no_rendition',
  status: 409,
  sentence: 'Only an Industrial rendition has rendered information.',
})
export const RENDERED_DATE_MISSING = defineError({
  code: 'rendered.date_missing',
  status: 400,
  sentence: 'Please select a rendered date before saving.',
})
export const RENDERED_DATE_INVALID = defineError({
  code: 'rendered.date_invalid',
  status: 400,
  sentence: 'The rendered date must be a day of the calendar, YYYY-MM-DD.',
})
export const DATE_WITHOUT_RENDERED = defineError({
  code: 'rendered.date_without_rendered',
  status: 400,
  sentence: 'A rendered date needs a file that is rendered.',
})

/**
 * The type whose documents are rendered. Screens recognize it by these names, because the calls return only the names
 * of a type (specification, section 3).
 */
export const INDUSTRIAL_RENDITION = { categoryName: 'Industrial', typeName: 'Rendition' } as const

/** True and false, or 1 and 0. */
const flag = z.union([z.boolean(), z.literal(1), z.literal(0)]).transform(Boolean)

export const renderedFacts = z.object({
  rendered: z.boolean(),
  /** A day, YYYY-MM-DD; null for a file that is not rendered. */
  renderedDate: z.string().nullable(),
  extended: z.boolean(),
})
export type RenderedFacts = z.output<typeof renderedFacts>

export const renderedInfo = renderedFacts.extend({
  Rendered: z.boolean(),
  RenderedDate: z.string().nullable(),
  Extended: z.boolean(),
})
export type RenderedInfo = z.output<typeof renderedInfo>

export const getRendered = endpoint({
  summary: 'Whether a rendition is rendered, since when, and whether it is extended; in both spellings.',
  method: 'GET',
  path: '/status/uploads/:id/rendered',
  access: 'documents.edit',
  params: z.object({ id: fileId }),
  result: renderedInfo,
  errors: [FILE_NOT_FOUND],
})

export const patchRendered = endpoint({
  summary: 'Changes what is named of rendered, its date and extended; `rendered: false` clears the date.',
  method: 'PATCH',
  path: '/status/uploads/:id/rendered',
  access: 'documents.edit',
  params: z.object({ id: fileId }),
  body: z.object({
    rendered: flag.optional(),
    renderedDate: z.string().nullable().optional(),
    extended: flag.optional(),
  }),
  result: z.object({ success: z.literal(true), data: renderedFacts }),
  errors: [RENDERED_DATE_MISSING, RENDERED_DATE_INVALID, DATE_WITHOUT_RENDERED, NO_RENDITION, ...editErrors],
  fallback: 'Failed to update rendered info',
})
