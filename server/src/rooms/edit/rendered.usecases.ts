import {
  DATE_WITHOUT_RENDERED,
  NO_RENDITION,
  RENDERED_DATE_INVALID,
  RENDERED_DATE_MISSING,
  type RenderedFacts,
  type RenderedInfo,
} from '@portal/contract/edit/edit-rendered.ts'
import { failure } from '../../engines/http/errors.ts'
import type { CallResult } from '../../engines/http/call-result.ts'
import type { PersonContext } from '../../records/context.ts'
import { columnChange } from '../../records/documents/column-change.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { readPart, savePart, type EditTarget } from './edit-document.ts'
import { toRenderedInfo } from './edit.models.ts'

export async function readRendered(
  context: PersonContext,
  documentId: number,
): Promise<CallResult<RenderedInfo>> {
  return readPart(context, documentId, toRenderedInfo)
}

/** Undefined fields stay unchanged. */
type RenderedInput = {
  readonly rendered: boolean | undefined
  /** A day, YYYY-MM-DD. */
  readonly renderedDate: string | null | undefined
  readonly extended: boolean | undefined
}

/**
 * Changes rendered, its date and extended, as far as given. A rendered document has a date, and no other has one.
 * @throws 409 if the document is not an Industrial rendition, 400 if date and rendered do not match.
 */
export async function saveRendered(
  context: PersonContext,
  { documentId, ifMatch, ...input }: EditTarget & RenderedInput,
): Promise<CallResult<{ success: true; data: RenderedFacts }>> {
  return savePart(context, { documentId, ifMatch, read: toRenderedInfo }, ({ document, names }) => {
    if (!names.isIndustrialRendition(document.type_id)) throw failure(NO_RENDITION)
    const { rendered, renderedDate, extended } = factsWith(document, input)
    return columnChange(document, { rendered, rendered_date: renderedDate, extended }, names)
  })
}

/**
 * The resulting facts.
 * @throws 400 if date and rendered do not match.
 */
function factsWith(document: DocumentRow, input: RenderedInput): RenderedFacts {
  const rendered = input.rendered ?? document.rendered
  const extended = input.extended ?? document.extended
  const named = input.renderedDate === undefined ? undefined : checkedDay(input.renderedDate)
  if (!rendered) {
    if (named) throw failure(DATE_WITHOUT_RENDERED)
    return { rendered, renderedDate: null, extended }
  }
  const renderedDate = named === undefined ? document.rendered_date : named
  if (renderedDate === null) throw failure(RENDERED_DATE_MISSING)
  return { rendered, renderedDate, extended }
}

/** A calendar day; null for an empty text. */
function checkedDay(text: string | null): string | null {
  if (text === null || text === '') return null
  const isWritten = /^\d{4}-\d\d-\d\d$/.test(text) && !text.startsWith('0000')
  const day = new Date(`${text}T00:00:00Z`)
  // Date parsing would turn February 30 into March 2.
  if (!isWritten || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw failure(RENDERED_DATE_INVALID)
  }
  return text
}
