import { RESUMABLE_NOT_FOUND } from '@portal/contract/resumable.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { Context } from '../../context.ts'
import { setHolder, type OwnUpload, type ResumableRow } from './resumable.repository.ts'

/** An upload that the caller holds: what they say of it counts, until somebody takes it over. */
export type Held = {
  readonly upload: ResumableRow
  readonly holder: string
  /** Aborted once somebody on this server wants it; on another one, what is said of it has no effect from then on. */
  readonly signal: AbortSignal
}

/**
 * Does `work` as the one who goes on with an upload of an account. A request that still brings bytes of it is cut off
 * first: its line may have broken without a word, and its sender is back.
 * @throws PortalError 404 for one that is not theirs; what `work` throws.
 */
export function holdingUpload<T>(
  { database, takingOver }: Pick<Context, 'database' | 'takingOver'>,
  own: OwnUpload,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  return takingOver(`${own.accountId}/${own.id}`, async (signal) => {
    const holder = crypto.randomUUID()
    const upload = await setHolder(database.kysely, own, holder)
    if (!upload) throw failure(RESUMABLE_NOT_FOUND)
    return work({ upload, holder, signal })
  })
}
