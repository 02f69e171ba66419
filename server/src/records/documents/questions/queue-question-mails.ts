import type { Engines } from '../../../engines/engines.ts'
import { enqueueMail } from '../../../engines/mail/enqueue-mail.ts'
import type { JobActor } from '../../access/actor.ts'
import { recordAudits } from '../../audit/record.ts'
import { countHourlyMail } from '../../notices/hourly-mails.ts'
import { QUESTION_MAIL, type QuestionMailFacts } from './question-mails.ts'
import {
  listDueReminders,
  listUnmailedOfRuns,
  takeReminders,
  takeRunForMail,
} from './question-mails.repository.ts'

/** E-mails that one run queues; the next run follows a minute later. */
const MAX_MAILS = 500

/** The hour of reminders in the portal's zone. */
const REMINDER_HOUR = 7

const REMINDER: JobActor = { kind: 'job', name: 'question reminders' }

/**
 * Queues one e-mail to each person whom a run that has ended asked, however many files it asked about (R26.16). The notice
 * and the reminders tell of a run that is one too many for an e-mail (R26.22).
 */
export async function queueRunQuestions(world: Engines): Promise<void> {
  const { database, clock, jobs } = world
  const { kysely } = database
  for (const { personId, email, run } of await listUnmailedOfRuns(kysely, MAX_MAILS)) {
    await kysely.transaction().execute(async (transaction) => {
      if (!(await takeRunForMail(transaction, { personId, run, at: clock.now() }))) return
      if (!(await countHourlyMail(transaction, world, { kind: 'question', personId }))) return
      const facts: QuestionMailFacts = { personId, of: { kind: 'run', run } }
      await enqueueMail(transaction, world, { kind: QUESTION_MAIL, recipient: email, facts })
    })
    jobs.wake()
  }
}

/**
 * Queues the reminders that are due: one e-mail a person and day, with a record for each question (R26.20). A question
 * that was answered or withdrawn has none, nor has one whose person is disabled or whose document is in the bin.
 */
export async function queueReminders(world: Engines): Promise<void> {
  const { database, clock, calendar, skew, jobs } = world
  if (!skew.isSound()) return
  const at = clock.now()
  const { day, hour } = calendar.hourOf(at)
  if (hour < REMINDER_HOUR) return
  for (const { personId, email } of await listDueReminders(database.kysely, day, MAX_MAILS)) {
    await database.kysely.transaction().execute(async (transaction) => {
      const taken = await takeReminders(transaction, { personId, day, at })
      if (taken.length === 0) return
      await recordAudits(
        transaction,
        { clock, actor: REMINDER },
        taken.map(({ number, documentId, countyId }) => ({
          action: 'document.question_reminded',
          subject: { kind: 'document', id: documentId },
          countyId,
          after: { question: number },
        })),
      )
      const facts: QuestionMailFacts = { personId, of: { kind: 'reminder', remindedAt: at.toISOString() } }
      await enqueueMail(transaction, world, { kind: QUESTION_MAIL, recipient: email, facts })
    })
    jobs.wake()
  }
}
