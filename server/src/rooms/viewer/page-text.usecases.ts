import { MAX_TEXT_PAGES, PAGE_UNREADABLE, type PageText } from '@portal/contract/viewer/viewer.ts'
import { failure } from '../../engines/http/errors.ts'
import { drawnTexts } from '../../engines/readers/drawn-file.ts'
import type { PersonContext } from '../../records/context.ts'
import { askReader } from './ask-reader.ts'
import { cachedJson } from './cached-json.ts'
import { requirePage } from './preview.usecases.ts'
import { findViewed } from './find-viewed.ts'
import type { Looking } from './viewed-file.ts'

type TextAsked = Looking & { readonly page: number; readonly to?: number | undefined }

/** Returns the text of pages with the places of their words. @throws like `getImageOfPage`. */
export async function getTextOfPages(context: PersonContext, asked: TextAsked): Promise<readonly PageText[]> {
  const viewed = await findViewed(context, asked)
  await requirePage(context, viewed, asked)
  if (viewed.kind === 'image') return storedTexts(context, asked)
  const from = asked.page - 1
  const to = Math.min(Math.max(asked.to ?? asked.page, asked.page), from + MAX_TEXT_PAGES)
  const answer = await cachedJson(context, { viewed, name: `text-${from}-${to}` }, drawnTexts, () =>
    askReader(context, viewed, {
      reader: context.pageDrawer,
      question: { ask: 'text', from, to },
      result: drawnTexts,
      senderGone: asked.senderGone,
    }),
  )
  if (answer.kind === 'unreadable') throw failure(PAGE_UNREADABLE)
  const texts = answer.result.map((text, index) => ({ page: asked.page + index, ...text }))
  return texts.every(isText) ? texts : withScans(texts, await storedTexts(context, asked))
}

/** A page with fewer letters is a scan, perhaps with a stamp. */
const MIN_LETTERS = 20

function isText({ text }: PageText): boolean {
  return text.replace(/\s+/gu, '').length >= MIN_LETTERS
}

/** What was read of scanned pages. An attachment has none, and neither has a message that waits. */
async function storedTexts(
  { database, readStoredTexts }: PersonContext,
  { page, to = page, ...asked }: TextAsked,
): Promise<readonly PageText[]> {
  if (asked.attachment !== undefined || 'mailId' in asked) return []
  const last = Math.min(to, page + MAX_TEXT_PAGES - 1)
  const texts = await readStoredTexts(database.kysely, asked.fileId, { from: page, to: last })
  return texts.map(({ words, ...text }) => ({
    ...text,
    words: words.map(({ box, ...word }) => ({ ...word, box: [...box] })),
  }))
}

function withScans(texts: readonly PageText[], scans: readonly PageText[]): PageText[] {
  return texts.map((text) => (isText(text) ? text : (scans.find(({ page }) => page === text.page) ?? text)))
}
