import { PAGE_UNREADABLE, type PreviewBlocks } from '@portal/contract/viewer/viewer.ts'
import { failure } from '../../engines/http/errors.ts'
import { fileBlocks } from '../../engines/readers/blocks-file.ts'
import type { PersonContext } from '../../records/context.ts'
import { askReader } from './ask-reader.ts'
import { cachedJson } from './cached-json.ts'
import { hasPages } from './preview.usecases.ts'
import { findViewed } from './find-viewed.ts'
import type { Looking } from './viewed-file.ts'

type BlocksAsked = Looking & {
  /** From 1. */
  readonly sheet?: number | undefined
  readonly from?: number | undefined
}

/** Returns a part of a file as blocks. @throws what `findViewed` throws, 409 for a file with pages, and 429. */
export async function getBlocksOfFile(context: PersonContext, asked: BlocksAsked): Promise<PreviewBlocks> {
  const viewed = await findViewed(context, asked)
  if (hasPages(viewed)) throw failure(PAGE_UNREADABLE)
  const [sheet, from] = [(asked.sheet ?? 1) - 1, asked.from ?? 0]
  const answer = await cachedJson(context, { viewed, name: `blocks-${sheet}-${from}` }, fileBlocks, () =>
    askReader(context, viewed, {
      reader: context.blockReader,
      question: { ask: 'blocks', sheet, from },
      result: fileBlocks,
      senderGone: asked.senderGone,
    }),
  )
  if (answer.kind === 'unreadable') throw failure(PAGE_UNREADABLE)
  return answer.result
}
