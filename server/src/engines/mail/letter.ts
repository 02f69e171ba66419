import { oneLine, withoutHidden } from '@portal/contract/plain-name.ts'
import type { Settings } from '../config/settings.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { MailContent } from './compose.ts'

/** The content of a mail, the source of its text part and its HTML part. */
export type Letter = {
  subject: string
  /** Before the link. */
  opening: readonly string[]
  /** After the opening, one below the other. */
  tables?: readonly LetterTable[]
  link?: { label: string; url: string }
  /** After the link. */
  closing: readonly string[]
}

export type LetterTable = {
  /** Above it. */
  readonly heading: string | null
  readonly header: readonly string[]
  /** Each with a cell for each header; the first names the row. */
  readonly rows: readonly (readonly string[])[]
  /** Text below a table that does not show all rows. */
  readonly after: string | null
}

type Firm = { readonly company: Pick<Settings['company'], 'name' | 'helpdeskContact'> }

/**
 * Writes a letter as plain text and as HTML that a phone shows without zooming. The HTML loads no resources. User input
 * cannot add lines, break a table cell, or change the text direction.
 */
export function writeLetter({ company }: Firm, written: Letter): MailContent {
  const letter = inOwnLines(written)
  const signature = `${company.name}. Questions? Please contact ${company.helpdeskContact}.`
  return {
    subject: `${letter.subject} – ${company.name}`,
    text: plainText(letter, signature),
    html: html(letter, signature),
  }
}

function inOwnLines({ opening, tables, closing, ...letter }: Letter): Letter {
  return {
    ...letter,
    opening: opening.map(withOwnLines),
    ...(tables && { tables: tables.map(withCellsOfOneLine) }),
    closing: closing.map(withOwnLines),
  }
}

function withOwnLines(paragraph: string): string {
  return paragraph.split('\n').map(withoutHidden).join('\n')
}

function withCellsOfOneLine({ heading, header, rows, after }: LetterTable): LetterTable {
  return {
    heading: heading === null ? null : oneLine(heading),
    header,
    rows: rows.map((cells) => cells.map(oneLine)),
    after,
  }
}

function plainText({ opening, tables = [], link, closing }: Letter, signature: string): string {
  const called = link ? [`${link.label}:\n${link.url}`] : []
  const listed = tables.flatMap(plainRows)
  return `${[...opening, ...listed, ...called, ...closing, `-- \n${signature}`].join('\n\n')}\n`
}

/** One row below the other, because lines of mails are short. */
function plainRows({ heading, header, rows, after }: LetterTable): string[] {
  const texts = rows.map((cells) =>
    cells.map((cell, at) => `${at === 0 ? '' : '  '}${header[at] ?? ''}: ${cell}`).join('\n'),
  )
  return [...(heading === null ? [] : [heading]), texts.join('\n'), ...(after === null ? [] : [after])]
}

const BODY = `margin:0;padding:16px;background:#ffffff;color:#17242b;font:16px/1.5 'IBM Plex Sans',Arial,sans-serif`

const BUTTON = `display:inline-block;padding:12px 20px;border-radius:4px;background:#245669;color:#ffffff;text-decoration:none`

const SMALL = `margin:24px 0 0;padding:12px 0 0;border-top:1px solid #d5dde1;font-size:14px;color:#52636c`

function html({ subject, opening, tables = [], link, closing }: Letter, signature: string): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="${BODY}"><div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">`,
    ...opening.map(paragraph),
    ...tables.flatMap(htmlRows),
    ...(link ? called(link) : []),
    ...closing.map(paragraph),
    `<p style="${SMALL}">${escapeHtml(signature)}</p>`,
    '</div></body></html>',
  ].join('\n')
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(text)}</p>`
}

/** A button, and the URL itself to copy. */
function called({ label, url }: NonNullable<Letter['link']>): string[] {
  const address = escapeHtml(url)
  return [
    `<p style="margin:24px 0"><a href="${address}" style="${BUTTON}">${escapeHtml(label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:14px">Or copy this address into your browser:<br>${address}</p>`,
  ]
}

const CELL = 'padding:6px 8px;border-bottom:1px solid #d5dde1;text-align:left;vertical-align:top'

function htmlRows({ heading, header, rows, after }: LetterTable): string[] {
  return [
    ...(heading === null ? [] : [`<h2 style="margin:0 0 8px;font-size:15px">${escapeHtml(heading)}</h2>`]),
    '<table style="margin:0 0 16px;border-collapse:collapse;font-size:13px">',
    htmlRow(header.map((text) => htmlCell(text, 'th', 'col'))),
    ...rows.map(([first = '', ...others]) =>
      htmlRow([htmlCell(first, 'th', 'row'), ...others.map((text) => htmlCell(text, 'td'))]),
    ),
    '</table>',
    ...(after === null ? [] : [paragraph(after)]),
  ]
}

function htmlRow(cells: readonly string[]): string {
  return `<tr>${cells.join('')}</tr>`
}

function htmlCell(text: string, tag: 'th' | 'td', scope?: 'col' | 'row'): string {
  const heads = scope === undefined ? '' : ` scope="${scope}"`
  return `<${tag}${heads} style="${CELL}"><bdi>${escapeHtml(text)}</bdi></${tag}>`
}

/** A moment for people, such as 'March 10, 2026 at 10:00 AM CDT', in the firm's zone. */
export function momentText(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  // Some versions put a narrow space before AM, which old mail programs show as a box.
  return format.format(moment).replaceAll('\u202F', ' ')
}
