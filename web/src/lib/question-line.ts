import type { OpenQuestion } from '@portal/contract/questions/open-question.ts'
import { formatDay } from './calendar.ts'

/** What a question asks, in one line. */
export function questionLine({
  Points,
  Text,
  DueDay,
}: Pick<OpenQuestion, 'Points' | 'Text' | 'DueDay'>): string {
  const due = DueDay === null ? null : `due ${formatDay(DueDay)}`
  return [...Points, Text, due].filter(Boolean).join(' · ')
}
