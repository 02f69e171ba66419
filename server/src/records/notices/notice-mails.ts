import { NOTICE_KINDS } from '@portal/contract/notices/notices.ts'
import type { NoticeMail } from '@portal/contract/notices/notice-mails.ts'
import { SCREENS } from '@portal/contract/screens.ts'
import { z } from 'zod'
import type { Engines } from '../../engines/engines.ts'
import type { Composers, MailContent, WaitingMail } from '../../engines/mail/compose.ts'
import { enqueueMail } from '../../engines/mail/enqueue-mail.ts'
import { writeLetter, type Letter } from '../../engines/mail/letter.ts'
import { findPerson } from '../accounts/find-person.ts'
import { listDueDigests, readNoticeSettings, takeForDigest } from './notice-mails.repository.ts'
import { MENTION_MAIL, noticeReader, noticeSentence } from './notices.ts'
import { readUnreadAmong, type NoticeRow } from './notices.repository.ts'
import { makeTurnOffToken } from './turn-off-token.ts'

const DIGEST_MAIL = 'notice-digest'

const facts = z.object({ personId: z.int(), noticeIds: z.array(z.string()) })

/** The e-mails about notices, by kind. */
export const noticeMails: Composers<Engines> = {
  [MENTION_MAIL]: composeMention,
  [DIGEST_MAIL]: composeDigest,
}

/**
 * One mention. Null if the person has read it meanwhile, has turned such e-mails off, is disabled, or may not see the
 * document any more (R23.41).
 */
async function composeMention(world: Engines, waiting: WaitingMail): Promise<MailContent | null> {
  const { personId, notices, settings } = await unreadIn(world, waiting)
  const [notice] = notices
  if (!notice || !settings?.mentions) return null
  return writeNoticeLetter(
    world,
    { personId, mails: 'mentions' },
    {
      subject: `You were mentioned in a comment on file ${notice.fileId}`,
      opening: [sentenceOf(notice)],
      link: { label: 'Open the comment', url: urlOf(world, `?view=${notice.fileId}#comments`) },
    },
  )
}

/** Lines of a digest; more are counted. */
const MAX_LINES = 20

/** The notices of a day that the person has not read. Null as `composeMention`. */
async function composeDigest(world: Engines, waiting: WaitingMail): Promise<MailContent | null> {
  const { personId, notices, settings } = await unreadIn(world, waiting)
  if (notices.length === 0 || settings?.digestHour === null) return null
  const lines = [...new Set(notices.map(sentenceOf))]
  const more = lines.length - MAX_LINES
  return writeNoticeLetter(
    world,
    { personId, mails: 'digest' },
    {
      subject: `${lines.length === 1 ? '1 new notice' : `${lines.length} new notices`} in the county document portal`,
      opening: [lines.slice(0, MAX_LINES).join('\n'), ...(more > 0 ? [`And ${more} more.`] : [])],
      link: { label: 'Open the portal', url: urlOf(world, '') },
    },
  )
}

async function unreadIn(world: Engines, waiting: WaitingMail) {
  const { personId, noticeIds } = facts.parse(waiting.facts)
  const { kysely } = world.database
  const person = await findPerson(kysely, personId)
  const notices = person ? await readUnreadAmong(kysely, noticeReader(person), noticeIds) : []
  return { personId, notices, settings: person && (await readNoticeSettings(kysely, personId)) }
}

function sentenceOf({ kind: named, ...facts }: NoticeRow): string {
  const kind = NOTICE_KINDS.find((known) => known === named) ?? 'comment'
  return noticeSentence(kind, facts)
}

function urlOf({ settings }: Engines, rest: string): string {
  return `${settings.publicUrl}${SCREENS.documents}${rest}`
}

const NAMES: Readonly<Record<NoticeMail, string>> = {
  mentions: 'e-mails about mentions',
  digest: 'the daily e-mail about notices',
}

/** Ends with the link that turns such e-mails off. It has neither the text of a comment nor the name of a file. */
async function writeNoticeLetter(
  world: Engines,
  who: { readonly personId: number; readonly mails: NoticeMail },
  letter: Omit<Letter, 'closing'>,
): Promise<MailContent> {
  const { publicUrl } = world.settings
  const token = await makeTurnOffToken(world, who)
  return {
    ...writeLetter(world.settings, {
      ...letter,
      closing: [
        `To turn ${NAMES[who.mails]} off, without signing in:\n${publicUrl}${SCREENS.noticesOff}?token=${token}`,
      ],
    }),
    unsubscribeUrl: `${publicUrl}/api/notices/unsubscribe?token=${token}`,
  }
}

/** People whose daily e-mail one run queues; the next run follows a minute later. */
const MAX_DIGESTS = 500

/** Queues the daily e-mails that are due: one a person and day, whatever other servers do (R23.42). */
export async function queueDigests(world: Engines): Promise<void> {
  const { clock, calendar, settings, database, skew, jobs } = world
  if (!skew.isSound()) return
  const at = clock.now()
  const today = { ...calendar.hourOf(at), timeZone: settings.timeZone }
  for (const { personId, email } of await listDueDigests(database.kysely, today, MAX_DIGESTS)) {
    await database.kysely.transaction().execute(async (transaction) => {
      const noticeIds = await takeForDigest(transaction, { personId, today, at })
      if (noticeIds.length === 0) return
      await enqueueMail(transaction, world, {
        kind: DIGEST_MAIL,
        recipient: email,
        facts: { personId, noticeIds },
      })
    })
    jobs.wake()
  }
}
