import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { PAGE_UNREADABLE, type PageWidth } from '@portal/contract/viewer/viewer.ts'
import { CallResult } from '../../engines/http/call-result.ts'
import { entityTag, isUnchanged } from '../../engines/http/entity-tag.ts'
import { failure } from '../../engines/http/errors.ts'
import { drawnPage } from '../../engines/readers/drawn-file.ts'
import type { PersonContext } from '../../records/context.ts'
import { askReader } from './ask-reader.ts'
import { requirePage } from './preview.usecases.ts'
import { findViewed } from './find-viewed.ts'
import type { Looking, ViewedFile } from './viewed-file.ts'

/** Part of the tag, so that browsers forget pictures of an older way to draw. */
const DRAWING = 1

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

type PageAsked = Looking & {
  readonly page: number
  readonly width: PageWidth
  readonly headers: IncomingHttpHeaders
}

/**
 * Returns the picture of a page.
 * @throws what `requireViewable` throws, 404 for a page that is not there, 409 for one that cannot be drawn, and 429.
 */
export async function getImageOfPage(context: PersonContext, asked: PageAsked): Promise<CallResult<unknown>> {
  const viewed = await findViewed(context, asked)
  const tag = tagOf(viewed.file.key, asked)
  const caching = { etag: tag, 'cache-control': 'private, no-cache' }
  if (isUnchanged(asked.headers['if-none-match'], tag)) {
    return new CallResult(undefined, { status: 304, headers: caching })
  }
  await requirePage(context, viewed, asked)
  const bytes = await pictureOf(context, viewed, asked)
  return new CallResult(bytes, {
    headers: {
      ...caching,
      'content-type': isPng(bytes) ? 'image/png' : 'image/webp',
      'content-length': String(bytes.length),
      'content-security-policy': `default-src 'none'; sandbox`,
    },
  })
}

async function pictureOf(context: PersonContext, viewed: ViewedFile, asked: PageAsked): Promise<Buffer> {
  const { previewCache, pageDrawer } = context
  const { page, width, senderGone } = asked
  const { group, prefix } = viewed.cache
  const place = { group, name: `${prefix}${page}-${width}-${DRAWING}` }
  const stored = await previewCache.read(place)
  if (stored && isPicture(stored)) return stored
  const question = { ask: 'draw', page: page - 1, width }
  const answer = await askReader(context, viewed, {
    reader: pageDrawer,
    question,
    result: drawnPage,
    senderGone,
  })
  if (answer.kind === 'unreadable' || !isPicture(answer.bytes)) throw failure(PAGE_UNREADABLE)
  await previewCache.write(place, answer.bytes)
  return answer.bytes
}

function tagOf(key: string, { page, width }: PageAsked): string {
  return entityTag(createHash('sha256').update(`${key} ${page} ${width} ${DRAWING}`).digest())
}

/** A hostile file may have taken over the child, and its answer goes to a browser. */
function isPicture(bytes: Buffer): boolean {
  return isPng(bytes) || isWebp(bytes)
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(PNG_SIGNATURE)
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}
