import { SCREENS } from '@portal/contract/screens.ts'
import { z } from 'zod'
import type { Engines } from '../../../engines/engines.ts'
import type { Composers, MailContent, WaitingMail } from '../../../engines/mail/compose.ts'
import { writeLetter } from '../../../engines/mail/letter.ts'
import { findPerson } from '../../accounts/find-person.ts'
import { readMailedQuestions, type MailedQuestionRow } from './question-mails.repository.ts'

/** The e-mail about questions to a person, at once and as a reminder. */
export const QUESTION_MAIL = 'question'

const facts = z.object({
  personId: z.int(),
  of: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('one'), number: z.int() }),
    z.object({ kind: z.literal('run'), run: z.int() }),
    z.object({ kind: z.literal('reminder'), remindedAt: z.string() }),
  ]),
})
export type QuestionMailFacts = z.output<typeof facts>

export const questionMails: Composers<Engines> = { [QUESTION_MAIL]: composeQuestions }

/** File numbers that an e-mail names; more are counted. */
const MAX_NAMED = 20

/**
 * The open questions that the e-mail is about. It has neither the text of a question nor the name of a file. Null if all
 * were answered or withdrawn meanwhile, or the person is disabled or sees none of the documents (R26.15).
 */
async function composeQuestions(world: Engines, waiting: WaitingMail): Promise<MailContent | null> {
  const { personId, of } = facts.parse(waiting.facts)
  const { kysely } = world.database
  const person = await findPerson(kysely, personId)
  const rows = person ? await readMailedQuestions(kysely, person, { of, most: MAX_NAMED }) : []
  const [first] = rows
  if (!first) return null
  const about = { rows, total: first.total, isReminder: of.kind === 'reminder' }
  return writeLetter(
    world.settings,
    first.total === 1 ? oneLetter(world, first, about) : manyLetter(world, about),
  )
}

const WORK_MAIL = 'The portal sends reminders until the question is answered or withdrawn.'

function oneLetter(
  { settings }: Engines,
  row: MailedQuestionRow,
  { isReminder }: { readonly isReminder: boolean },
) {
  const { fileId, askedBy, points, hasText, dueDay } = row
  return {
    subject: `${isReminder ? 'Reminder: question' : 'Question'} about file ${fileId}`,
    opening: [
      `${askedBy} asks you for more information about file ${fileId}.`,
      ...(points.length > 0 ? [['What is missing:', ...points.map((point) => `- ${point}`)].join('\n')] : []),
      ...(hasText ? ['The portal shows what else they wrote.'] : []),
      ...(dueDay === null ? [] : [`Please answer by ${dayText(dueDay)}.`]),
    ],
    link: { label: 'Open the question', url: `${settings.publicUrl}${SCREENS.documents}?view=${fileId}` },
    closing: [WORK_MAIL],
  }
}

type Many = {
  readonly rows: readonly MailedQuestionRow[]
  readonly total: number
  readonly isReminder: boolean
}

function manyLetter({ settings }: Engines, { rows, total, isReminder }: Many) {
  const count = total.toLocaleString('en-US')
  const more = total - rows.length
  const files = rows.map(
    ({ fileId, dueDay }) => `File ${fileId}${dueDay === null ? '' : `, by ${dayText(dueDay)}`}`,
  )
  return {
    subject: `${isReminder ? 'Reminder: questions' : 'Questions'} about ${count} files`,
    opening: [
      `The portal has questions for you about ${count} files.`,
      [...files, ...(more > 0 ? [`And ${more.toLocaleString('en-US')} more.`] : [])].join('\n'),
    ],
    link: { label: 'Open the questions', url: `${settings.publicUrl}${SCREENS.landing}` },
    closing: [WORK_MAIL],
  }
}

const DAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' })

/** Such as `April 15, 2026`. */
function dayText(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}
