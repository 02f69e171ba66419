import { RESUMABLE_NOT_FOUND } from '@portal/contract/resumable.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { PersonContext } from '../../context.ts'
import { setHolder, type ResumableRow } from './resumable.repository.ts'

/** An upload that the caller holds: what they say of it counts, until somebody takes it over. */
export type Held = {
  readonly upload: ResumableRow
  readonly holder: string
  /** Aborted once somebody on this server wants it; on another one, what is said of it has no effect from then on. */
  readonly signal: AbortSignal
}

/**
 * Does `work` as the one who goes on with an upload of the caller. A request that still brings bytes of it is cut off
 * first: its line may have broken without a word, and its sender is back.
 * @throws PortalError 404 for one that is not theirs; what `work` throws.
 */
export function holdingUpload<T>(
  { database, actor, takingOver }: Pick<PersonContext, 'database' | 'actor' | 'takingOver'>,
  id: string,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const { accountId } = actor.person
  return takingOver(`${accountId}/${id}`, async (signal) => {
    const holder = crypto.randomUUID()
    const upload = await setHolder(database.kysely, { id, accountId }, holder)
    if (!upload) throw failure(RESUMABLE_NOT_FOUND)
    return work({ upload, holder, signal })
  })
}
