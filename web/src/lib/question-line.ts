import type { OpenQuestion } from '@portal/contract/questions/open-question.ts'

/** What a question asks, in one line, without its due day. */
export function questionLine({ Points, Text }: Pick<OpenQuestion, 'Points' | 'Text'>): string {
  return [...Points, Text].filter(Boolean).join(' · ')
}

/** When an answer is due (YYYY-MM-DD), as words: the day of today is not late yet. */
export function dueText(dueDay: string, today: string): string {
  if (dueDay === today) return 'Due today'
  const [year = '', month, day] = dueDay.split('-')
  const shown = `${Number(month)}/${Number(day)}/${year.slice(2)}`
  return dueDay < today ? `Overdue since ${shown}` : `Due ${shown}`
}
