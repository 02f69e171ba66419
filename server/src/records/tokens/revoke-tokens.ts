import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Actor } from '../access/actor.ts'
import type { ActorContext } from '../access/context.ts'
import { recordAudit } from '../audit/record.ts'
import { revokeLiveTokens } from './tokens.repository.ts'

/**
 * Revokes all tokens of a locked account for good, with a record for each (R27.26, R27.27). Returns whether it had any.
 */
export async function revokeTokensOf(
  transaction: Transaction<DB>,
  context: Pick<ActorContext, 'clock' | 'actor'>,
  accountId: number,
): Promise<boolean> {
  const by = accountOf(context.actor) ?? accountId
  const revoked = await revokeLiveTokens(transaction, { accountId, now: context.clock.now(), by })
  for (const { id, label } of revoked) {
    await recordAudit(transaction, context, {
      action: 'token.revoked',
      subject: { kind: 'account', id: accountId },
      before: { tokenId: id, label },
    })
  }
  return revoked.length > 0
}

/** Null for commands and jobs, which have no account. The audit record names them. */
function accountOf(actor: Actor): number | null {
  if (actor.kind === 'person') return actor.person.accountId
  return actor.kind === 'proven' || actor.kind === 'run' ? actor.account.accountId : null
}
