import {
  TURN_OFF_LINK_INVALID,
  type NoticeMail,
  type NoticeSettings,
} from '@portal/contract/notices/notice-mails.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { AnonymousContext, PersonContext } from '../../records/context.ts'
import {
  readNoticeSettings,
  turnMailsOff,
  writeNoticeSettings,
} from '../../records/notices/notice-mails.repository.ts'
import { readTurnOffToken } from '../../records/notices/turn-off-token.ts'

export async function readOwnNoticeSettings({ database, actor }: PersonContext): Promise<NoticeSettings> {
  return readNoticeSettings(database.kysely, actor.person.accountId)
}

/** @throws PortalError 429 after too many changes. */
export async function saveOwnNoticeSettings(
  context: PersonContext,
  settings: NoticeSettings,
): Promise<NoticeSettings> {
  const { actor, database } = context
  await admitAttempt(context, repeatedActLimits(actor, 'setting of a list'))
  await writeNoticeSettings(database.kysely, actor.person.accountId, settings)
  return settings
}

/**
 * Turns the e-mails off that the token names, for its person (R23.43).
 * @throws PortalError 400 for a token that the portal did not make, or longer ago than a year.
 */
export async function turnOffByToken(context: AnonymousContext, token: string): Promise<NoticeMail> {
  const named = await readTurnOffToken(context, token)
  if (!named) throw failure(TURN_OFF_LINK_INVALID)
  await turnMailsOff(context.database.kysely, named)
  return named.mails
}
