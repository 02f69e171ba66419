import { NO_SUCH_PAGE, PAGE_UNREADABLE, type Preview } from '@portal/contract/viewer/viewer.ts'
import { failure } from '../../engines/http/errors.ts'
import { drawnPages } from '../../engines/readers/drawn-file.ts'
import type { FileOutline } from '../../engines/readers/blocks-file.ts'
import type { PersonContext } from '../../records/context.ts'
import { askReader } from './ask-reader.ts'
import { readOutline } from './attachments.ts'
import { cachedJson } from './cached-json.ts'
import { findViewed } from './find-viewed.ts'
import { kindOf, type Looking, type ViewedFile } from './viewed-file.ts'

const NOTHING = { reason: null, pageCount: 0, pages: [], sheets: [], attachments: [] }

/** Returns how a document can be shown. @throws what `findViewed` throws, and 429. */
export async function previewDocument(context: PersonContext, looking: Looking): Promise<Preview> {
  const viewed = await findViewed(context, looking)
  if (!hasPages(viewed)) {
    const answer = await readOutline(context, viewed, looking.senderGone)
    if (answer.kind === 'unreadable') return { ...NOTHING, ...answer }
    return { ...NOTHING, kind: 'blocks', ...outlineOf(answer.result) }
  }
  const answer = await readPages(context, viewed, looking.senderGone)
  if (answer.kind === 'unreadable') return { ...NOTHING, ...answer }
  const { pageCount, sizes } = answer.result
  return {
    ...NOTHING,
    kind: 'pages',
    pageCount,
    pages: sizes.map(([width, height]) => ({ width: Math.round(width), height: Math.round(height) })),
  }
}

export function hasPages({ kind }: Pick<ViewedFile, 'kind'>): boolean {
  return kind === 'pdf' || kind === 'image'
}

function outlineOf({ sheets, attachments }: FileOutline): Pick<Preview, 'sheets' | 'attachments'> {
  return {
    sheets,
    attachments: attachments.map(({ fileName, bytes }, at) => ({
      Number: at + 1,
      FileName: fileName,
      Bytes: bytes,
      IsViewable: ![null, 'mail'].includes(kindOf(fileName)),
    })),
  }
}

/** @throws 404 for a page that cannot be shown, 409 for a file that cannot be read. */
export async function requirePage(
  context: PersonContext,
  viewed: ViewedFile,
  { page, senderGone }: { readonly page: number; readonly senderGone: AbortSignal },
): Promise<void> {
  if (!hasPages(viewed)) throw failure(NO_SUCH_PAGE)
  const answer = await readPages(context, viewed, senderGone)
  if (answer.kind === 'unreadable') throw failure(PAGE_UNREADABLE)
  if (page > answer.result.sizes.length) throw failure(NO_SUCH_PAGE)
}

function readPages(context: PersonContext, viewed: ViewedFile, senderGone: AbortSignal) {
  return cachedJson(context, { viewed, name: 'pages' }, drawnPages, () =>
    askReader(context, viewed, {
      reader: context.pageDrawer,
      question: { ask: 'pages' },
      result: drawnPages,
      senderGone,
    }),
  )
}
