import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '../../docs/decisions')

/** The groups of the index, in their order on the page. */
const SUBJECTS = [
  'Platform and API',
  'Database and releases',
  'Counts and pages',
  'Stored files',
  'Uploads',
  'Drop folder and mailbox',
  'Receipts',
  'Owners and imports',
  'Accounts and sign-in',
  'Counties and access',
  'Audit record',
  'Jobs, metrics and backups',
]

const INTRODUCTION = `# Decisions

Each page gives the reason for one design choice: context, decision, consequences. To add a page, copy the head of another one and run \`npm run generate\`, which writes this index.

| status | meaning |
| --- | --- |
| accepted | the page describes the portal as it is |
| amended | the decision holds; the linked page changes or extends a part of it |
| superseded | the linked page replaces the decision |
`

/** `# 0044 Title`, then a list of status, date and subject. */
const HEAD =
  /^# (?<number>\d{4}) (?<title>.+)\n\n- Status: (?<status>accepted|amended|superseded)(?: by (?<by>.+))?\n- Date: (?<date>\d{4}-\d{2}-\d{2})\n- Subject: (?<subject>.+)\n/u

const SECTIONS = ['Context', 'Decision', 'Consequences']

const MAX_LINES = 60

/**
 * The index of the decisions, grouped by subject.
 *
 * @throws {Error} As `readDecision` does.
 */
export function decisionsPage(): string {
  const decisions = readdirSync(FOLDER)
    .filter((name) => /^\d{4}-/u.test(name))
    .toSorted()
    .map((name) => readDecision(name, readFileSync(join(FOLDER, name), 'utf8')))
  const groups = SUBJECTS.map((subject) => {
    const rows = decisions.filter((decision) => decision.subject === subject).map(({ row }) => row)
    return `\n## ${subject}\n\n| number | decision | date | status | superseded or amended by |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return `${INTRODUCTION}${groups.join('')}`
}

/**
 * The subject of a decision and its row of the index.
 *
 * @throws {Error} If the page lacks its head, has an unknown subject, misses a section or is too long.
 */
export function readDecision(name: string, text: string): { readonly subject: string; readonly row: string } {
  const fault = (what: string) => new Error(`docs/decisions/${name} ${what}`)
  const head = HEAD.exec(text)?.groups
  if (!head) {
    throw fault(
      'needs "# 0000 Title" first, then a list: "- Status: accepted", "- Date: YYYY-MM-DD", "- Subject: …".',
    )
  }
  const { number, title, date, status, by = '', subject = '' } = head
  if (!SUBJECTS.includes(subject))
    throw fault(`has the unknown subject "${subject}". Known: ${SUBJECTS.join(', ')}.`)
  const missing = SECTIONS.filter((section) => !text.includes(`\n## ${section}\n`))
  if (missing.length > 0) throw fault(`lacks the section ${missing.join(', ')}.`)
  if (text.trimEnd().split('\n').length > MAX_LINES) throw fault(`has more than ${MAX_LINES} lines.`)
  return { subject, row: `| [${number}](${name}) | ${title} | ${date} | ${status} | ${by} |` }
}
