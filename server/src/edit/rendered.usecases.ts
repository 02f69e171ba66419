import {
  NO_RENDITION,
  RENDERED_DATE_MISSING,
  type RenderedFacts,
  type RenderedInfo,
} from '@portal/contract/edit.ts'
import { actorOf, recordAudit } from '../audit/record.ts'
import { Answered } from '../http/answered.ts'
import { badRequest, conflict } from '../http/errors.ts'
import type { PersonContext } from '../world.ts'
import { changeLockedDocument, existingDocument } from './change-document.ts'
import { etagOf, isRendition, toRenderedFacts, toRenderedInfo } from './edit.models.ts'
import { changeDocument, type DocumentRow } from './edit.repository.ts'

export async function readRendered(
  context: PersonContext,
  documentId: number,
): Promise<Answered<RenderedInfo>> {
  const document = await existingDocument(context, documentId)
  const names = await context.dictionaries.names()
  return new Answered(toRenderedInfo(document, names), { headers: { etag: etagOf(document) } })
}

type Wanted = {
  rendered: boolean | undefined
  /** A day, YYYY-MM-DD. */
  renderedDate: string | null | undefined
  extended: boolean | undefined
}
type RenderedInput = Wanted & { documentId: number; ifMatch: readonly string[] | undefined }

/** Changes what is named of rendered, its date and extended; what is rendered has a date, and nothing else has one. */
export async function saveRendered(
  context: PersonContext,
  { documentId, ifMatch, ...wanted }: RenderedInput,
): Promise<Answered<{ success: true; data: RenderedFacts }>> {
  return changeLockedDocument(context, {
    documentId,
    ifMatch,
    present: toRenderedInfo,
    async apply(transaction, document, names) {
      if (!isRendition(document, names)) throw conflict(NO_RENDITION)
      const facts = factsWith(document, wanted)
      if (isSame(document, facts))
        return { document, answer: { success: true, data: toRenderedFacts(document, names) } }
      const changed = await changeDocument(transaction, documentId, {
        rendered: facts.rendered,
        rendered_date: facts.renderedDate,
        extended: facts.extended,
      })
      const data = toRenderedFacts(changed, names)
      await recordAudit(
        transaction,
        { clock: context.clock, actor: actorOf(context) },
        {
          what: 'rendered info changed',
          documentId,
          countyId: document.county_id,
          before: toRenderedFacts(document, names),
          after: data,
        },
      )
      return { document: changed, answer: { success: true, data } }
    },
  })
}

/** The facts as they are to stand. Throws a 400 where date and rendered do not go together. */
function factsWith(document: DocumentRow, wanted: Wanted): RenderedFacts {
  const rendered = wanted.rendered ?? document.rendered
  const extended = wanted.extended ?? document.extended
  const named = wanted.renderedDate === undefined ? undefined : checkedDay(wanted.renderedDate)
  if (!rendered) {
    if (named) throw badRequest('A rendered date needs a file that is rendered.')
    return { rendered, renderedDate: null, extended }
  }
  const renderedDate = named === undefined ? document.rendered_date : named
  if (renderedDate === null) throw badRequest(RENDERED_DATE_MISSING)
  return { rendered, renderedDate, extended }
}

/** A day of the calendar; an empty text is none. */
function checkedDay(text: string | null): string | null {
  if (text === null || text === '') return null
  const isWritten = /^\d{4}-\d\d-\d\d$/.test(text) && !text.startsWith('0000')
  const day = new Date(`${text}T00:00:00Z`)
  // February 30 would be taken for March 2.
  if (!isWritten || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw badRequest('The rendered date must be a day of the calendar, YYYY-MM-DD.')
  }
  return text
}

function isSame(document: DocumentRow, { rendered, renderedDate, extended }: RenderedFacts): boolean {
  return (
    document.rendered === rendered &&
    document.rendered_date === renderedDate &&
    document.extended === extended
  )
}
