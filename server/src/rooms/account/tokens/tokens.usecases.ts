import {
  MAX_TOKENS,
  TOKEN_NOT_FOUND,
  TOKENS_PAGE_SIZE,
  type ApiToken,
  type listAllTokens,
} from '@portal/contract/account/tokens.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { failure } from '../../../engines/http/errors.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import type { PersonContext } from '../../../records/context.ts'
import { listLiveTokens, revokeTokenById } from '../../../records/tokens/tokens.repository.ts'
import { toApiToken } from './tokens.models.ts'

/** Lists the user's own tokens that work, newest first. */
export async function listOwnTokens({ database, clock, actor }: PersonContext): Promise<ApiToken[]> {
  const { accountId } = actor.person
  const rows = await listLiveTokens(database.kysely, { now: clock.now(), most: MAX_TOKENS, accountId })
  return rows.map(toApiToken)
}

/** Lists the tokens of everyone that work, newest first, for administrators. */
export async function listEveryToken(
  { database, clock }: PersonContext,
  before: number | undefined,
): Promise<ResultOf<typeof listAllTokens>> {
  const asked = { now: clock.now(), most: TOKENS_PAGE_SIZE + 1, before }
  const rows = await listLiveTokens(database.kysely, asked)
  const page = rows.slice(0, TOKENS_PAGE_SIZE)
  return {
    tokens: page.map((row) => ({ ...toApiToken(row), owner: row.owner })),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}

/**
 * Revokes one of the user's own tokens. The next call with it is refused.
 * @throws PortalError 404 for a revoked token or another user's.
 */
export async function revokeOwnToken(context: PersonContext, id: number): Promise<void> {
  await revoke(context, { id, accountId: context.actor.person.accountId })
}

/**
 * Revokes the token of anyone, for administrators.
 * @throws PortalError 404 for a revoked or unknown token.
 */
export async function revokeTokenOfAnyone(context: PersonContext, id: number): Promise<void> {
  await revoke(context, { id })
}

async function revoke(context: PersonContext, token: { id: number; accountId?: number }): Promise<void> {
  const { database, clock, actor } = context
  await database.kysely.transaction().execute(async (transaction) => {
    const by = actor.person.accountId
    const revoked = await revokeTokenById(transaction, { ...token, now: clock.now(), by })
    if (!revoked) throw failure(TOKEN_NOT_FOUND)
    await recordAudit(transaction, context, {
      action: 'token.revoked',
      subject: { kind: 'account', id: revoked.accountId },
      before: { tokenId: token.id, label: revoked.label },
    })
  })
}
