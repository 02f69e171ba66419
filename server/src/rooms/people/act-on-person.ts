import { PERSON_CHANGED, PERSON_NOT_FOUND, type Person as ListedPerson } from '@portal/contract/people.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { lockAccountById } from '../../records/accounts/accounts.repository.ts'
import type { PersonContext } from '../../records/context.ts'
import { toPerson, toSubject } from './people.models.ts'
import { mayActOn } from './people.policy.ts'
import { readPerson, type PersonRow } from './people.repository.ts'

/** Who is acted on, and in which versions the caller may have seen them; undefined is any: the last write wins. */
export type Target = { readonly userId: number; readonly ifMatch: readonly string[] | undefined }

type Act = (transaction: Transaction<DB>, row: PersonRow) => Promise<unknown>

/**
 * Acts on a person who is held meanwhile, and returns them as they then are.
 * @throws PortalError 404 for who is not to be seen, exactly as for who is not there; 403 for who is only to be seen; 409
 * with the person as they are where another version was seen; and what `act` throws.
 */
export async function actOnPerson(
  { database, jobs, actor: { person } }: PersonContext,
  { userId, ifMatch }: Target,
  act: Act,
): Promise<ListedPerson> {
  const after = await database.kysely.transaction().execute(async (transaction) => {
    await lockAccountById(transaction, userId)
    const row = await readPerson(transaction, userId)
    if (!row) throw failure(PERSON_NOT_FOUND)
    const refusal = mayActOn(person, toSubject(row))
    if (refusal) throw failure(refusal)
    const current = toPerson(row, person)
    if (ifMatch?.includes(current.version) === false) throw failure(PERSON_CHANGED, { current })
    await act(transaction, row)
    return (await readPerson(transaction, userId)) ?? row
  })
  jobs.wake()
  return toPerson(after, person)
}
