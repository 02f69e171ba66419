import { queryOptions, useQuery } from '@tanstack/react-query'
import { PATHS } from '../../../lib/paths.ts'
import { BATCH } from '../facts/batch-address.ts'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import { openQueueDatabase } from '../sender/queue-database.ts'
import { factsOf, isUnfinished } from '../sender/queue-entry.ts'
import { useRunningQueue } from '../sender/running-queue.ts'
import { unfinishedText } from './unfinished-texts.ts'
import { unfinishedQuery } from './unfinished.queries.ts'

const NOTHING = { uploads: null, batch: null }

/**
 * What the user has begun to upload, with its screens; undefined until it is known. A running batch is unfinished too,
 * but the line below the bar already shows its progress.
 */
export function useUnfinishedWork({ username, uploads: mayUpload }: { username: string; uploads: boolean }) {
  const uploads = useQuery({ ...unfinishedQuery, enabled: mayUpload })
  const batch = useQuery({ ...batchQuery(username), enabled: mayUpload })
  const isSending = useRunningQueue(username) !== null
  if (!mayUpload || isSending) return NOTHING
  if (uploads.isPending || batch.isPending) return undefined
  const { length } = uploads.data ?? []
  return {
    uploads: length === 0 ? null : { path: PATHS.unfinishedUploads, text: unfinishedText(length) },
    batch: batch.data ? { path: `${PATHS.upload}?${BATCH}`, ...batch.data } : null,
  }
}

/** The batch that waits in this browser; null without one. */
function batchQuery(username: string) {
  return queryOptions({
    queryKey: ['batch of this browser', username],
    queryFn: () => readBatch(username),
    staleTime: 0,
    retry: false,
  })
}

async function readBatch(username: string) {
  const database = await openQueueDatabase(username)
  const { kept, plan } = await database.read().finally(() => database.close())
  const entries = kept.map(({ entry }) => entry).filter(isUnfinished)
  if (entries.length === 0) return null
  // Without a plan nobody has chosen details for all files yet.
  const forAll = plan?.fields ?? EMPTY_FIELDS
  const withoutType = entries.filter((entry) => factsOf(entry, forAll).typeId === null).length
  return { files: entries.length, withoutType }
}
