import { refusalWithout } from '@portal/contract/access-errors.ts'
import { SIGN_IN_FIRST } from '@portal/contract/common-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { accessOf } from '../../records/access/rights.ts'
import { toSubject } from './people.models.ts'
import type { Caretaker } from './people.policy.ts'
import { readPerson } from './people.repository.ts'

/**
 * Who acts, as they may by now: while they waited for their turn somebody may have acted on them. Hold them first.
 * @throws PortalError 401 for who is disabled or gone, 403 for who manages no people any more.
 */
export async function readCaretaker(transaction: Transaction<DB>, accountId: number): Promise<Caretaker> {
  const row = await readPerson(transaction, accountId)
  if (!row || row.isDisabled) throw failure(SIGN_IN_FIRST)
  const { rights, counties } = accessOf(toSubject(row))
  if (!rights.has('people.manage')) throw failure(refusalWithout('people.manage'))
  return { accountId, counties }
}
