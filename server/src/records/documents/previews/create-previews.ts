import { join } from 'node:path'
import { PREVIEWS_BUSY } from '@portal/contract/viewer/viewer.ts'
import { createFileCache } from '../../../engines/cache/file-cache.ts'
import type { Settings } from '../../../engines/config/settings.ts'
import { failure } from '../../../engines/http/errors.ts'
import { createLimiter } from '../../../engines/limiter/limiter.ts'
import { READ_BLOCKS } from '../../../engines/readers/blocks.task.ts'
import { DRAW_PAGES } from '../../../engines/readers/draw-pages.task.ts'
import { createWarmChild } from '../../../engines/workers/warm-child.ts'
import type { WarmTask } from '../../../engines/workers/warm-task.ts'
import { LRUCache } from 'lru-cache'
import type { PreviewFailures, PreviewReader, PreviewsState } from './state.ts'

/** Waiting questions of one person: the pages on a screen, and thumbnails. */
const MAX_WAITING = 40
/** Longer than any file may take, so that one file costs nobody else their place (R16.35). */
export const PREVIEW_WAIT_MS = 30_000
const RETRY_SECONDS = 5

/** `readStoredTexts` reads the texts of scans, which the pictures of pages do not have. */
export function createPreviews(
  { dataDir, previewCacheBytes }: Pick<Settings, 'dataDir' | 'previewCacheBytes'>,
  readStoredTexts: PreviewsState['readStoredTexts'],
): PreviewsState {
  const pageDrawer = readerBy(DRAW_PAGES)
  const blockReader = readerBy(READ_BLOCKS)
  const attachmentReader = readerBy(READ_BLOCKS)
  return {
    pageDrawer,
    blockReader,
    attachmentReader,
    previewCache: createFileCache({ folder: join(dataDir, 'previews'), maxBytes: previewCacheBytes }),
    readStoredTexts,
    previewFailures: createPreviewFailures(),
    stopPreviews() {
      pageDrawer.child.close()
      blockReader.child.close()
      attachmentReader.child.close()
    },
  }
}

/** The child answers one question at a time. Each person has one place, so that nobody waits for all pages of another. */
function readerBy(task: WarmTask): PreviewReader {
  return {
    child: createWarmChild(task),
    turns: createLimiter({
      atOnce: 1,
      perKey: 1,
      waitingPerKey: MAX_WAITING,
      waitMs: PREVIEW_WAIT_MS,
      refuse: () => failure(PREVIEWS_BUSY, { retryAfterSeconds: RETRY_SECONDS }),
    }),
  }
}

const MAX_REMEMBERED = 2000
const REMEMBERED_MS = 600_000
/** A file with so many is not tried again for a while. */
const MAX_FAILURES_OF_A_FILE = 3

type Failures = { readonly reasons: Map<string, string> }

function createPreviewFailures(): PreviewFailures {
  const files = new LRUCache<string, Failures>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS })
  return {
    reasonOf(file, question) {
      const reasons = files.get(file)?.reasons
      if (!reasons) return undefined
      const last = [...reasons.values()].at(-1)
      return reasons.get(question) ?? (reasons.size >= MAX_FAILURES_OF_A_FILE ? last : undefined)
    },
    add(file, question, reason) {
      const reasons = files.get(file)?.reasons ?? new Map<string, string>()
      reasons.set(question, reason)
      files.set(file, { reasons })
    },
  }
}
