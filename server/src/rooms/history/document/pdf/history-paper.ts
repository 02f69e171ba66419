import { exactMoments, type ExactMoment } from '@portal/contract/exact-moment.ts'
import type { DocumentEvent } from '@portal/contract/history/document-history.ts'
import type { Anchor, AnchoredEnd } from '../../../../records/audit/anchors/anchor.ts'
import { isHashOf } from '../../../../records/audit/audit-chain.ts'
import type { ChainedRow } from '../../../../records/audit/chain.repository.ts'
import type { PaperBlock, Paragraph } from '../../../../records/audit/print-history.ts'

/** What the portal knows of the document itself. */
export type DocumentFacts = {
  readonly fileId: number
  readonly fileName: string
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
  readonly county: string | null
  readonly receivedAt: Date
  readonly receivedFrom: string
  /** Permanently: then the facts are those of its last record. */
  readonly isDeleted: boolean
}

type Taking = { readonly company: string; readonly by: string; readonly at: Date; readonly timeZone: string }

const momentText = (timeZone: string) => {
  const exact = exactMoments(timeZone)
  return (at: Date) => {
    const { local, utc } = exact(at)
    return `${local} (${utc})`
  }
}

/** The facts of the document, and who took the paper. */
export function headBlock(facts: DocumentFacts, { company, by, at, timeZone }: Taking): PaperBlock {
  const moment = momentText(timeZone)
  const lines: readonly (readonly [string, string])[] = [
    ['File ID', String(facts.fileId)],
    ['File name', facts.fileName],
    ['Size', `${facts.bytes.toLocaleString('en-US')} bytes`],
    ['Fingerprint (SHA-256)', facts.sha256],
    ['County', facts.county ?? 'None'],
    ['Received', moment(facts.receivedAt)],
    ['Received from', facts.receivedFrom],
    ...(facts.isDeleted ? ([['State', 'Permanently deleted']] as const) : []),
    ['Kept by', company],
    ['History taken', `${moment(at)} by ${by}`],
  ]
  return [
    { look: 'title', text: `History of file ${facts.fileId}` },
    ...lines.map(([label, text]): Paragraph => ({ look: 'text', label, text })),
  ]
}

/** What the reader of the paper sees of the history, above the events. */
export function scopeBlock(isWhole: boolean): PaperBlock {
  const text = isWhole
    ? 'All events that the portal recorded for this file, the newest first.'
    : 'The events that the person who took this paper may read, the newest first. The portal may have recorded others.'
  return [
    { look: 'heading', text: 'Events' },
    { look: 'small', text },
  ]
}

/** An event with the number and hash of its record, and whether the record still matches its hash. */
export function eventBlock(
  event: DocumentEvent,
  { row, tell }: { readonly row: ChainedRow | undefined; readonly tell: (moment: Date) => ExactMoment },
): PaperBlock {
  const { at, who, name, what, changes, receipts, from } = event
  const { local, utc } = tell(new Date(at))
  const person = name === null ? who : `${who} (${name})`
  return [
    { look: 'text', label: local, text: `${person} ${what}` },
    ...changes.map(({ field, before, after }): Paragraph => ({
      look: 'text',
      text: `${field}: from ${quoted(before)} to ${quoted(after)}`,
    })),
    ...receipts.map((number): Paragraph => ({ look: 'text', text: `Receipt ${number}` })),
    ...(from === null ? [] : [{ look: 'small', text: `From ${from}` } as const]),
    { look: 'small', label: utc, text: proofText(event, row) },
    ...(row ? [{ look: 'small', text: row.hash.toString('hex') } as const] : []),
  ]
}

function quoted(text: string | null): string {
  return text === null ? 'none' : `“${text}”`
}

function proofText({ id }: DocumentEvent, row: ChainedRow | undefined): string {
  if (!row) return `Record ${id} is missing from the audit record.`
  const place = `Record ${id}, number ${row.sequence} of chain ${row.chain}`
  return isHashOf(row) ? `${place}, SHA-256:` : `${place} WAS CHANGED AND DOES NOT MATCH ITS HASH:`
}

type Proof = {
  /** The chains of the events. */
  readonly chains: ReadonlySet<number>
  /** Where all chains end now. */
  readonly heads: readonly AnchoredEnd[]
  /** Null if there is none yet. */
  readonly anchor: Anchor | null
  readonly timeZone: string
}

/** The ends of the chains, the newest anchor, and how to verify both. */
export function proofBlocks({ chains, heads, anchor, timeZone }: Proof): PaperBlock[] {
  const ends = (of: readonly AnchoredEnd[]): Paragraph[] =>
    of
      .filter(({ chain }) => chains.has(chain))
      .map(({ chain, sequence, hash }) => ({
        look: 'small',
        label: `Chain ${chain}, record ${sequence}`,
        text: hash,
      }))
  return [
    [
      { look: 'heading', text: 'Proof' },
      {
        look: 'text',
        text: 'Each record of the portal has the SHA-256 of its content and of the record before it in its chain. A record that is changed, added or removed later breaks its chain. To verify this paper, the operator of the portal runs “npm run -s portal -- audit --verify”. The command reads every chain from its first record, compares it with every anchor, and names the first record that does not match. “npm run -s portal -- audit --file ID” lists the events of this file. The numbers and hashes of this paper are those of the table audit_record.',
      },
    ],
    [
      { look: 'text', text: 'The chains of these records end, when this paper is taken, with:' },
      ...ends(heads),
    ],
    anchor
      ? [
          {
            look: 'text',
            text: `The newest anchor, ${anchor.name}, is a file in the document store, written on ${momentText(timeZone)(anchor.at)}. Records up to its ends are anchored by it; later ones by the next anchor.`,
          },
          { look: 'small', label: 'SHA-256 of the anchor', text: anchor.sha256 },
          ...(anchor.before
            ? [
                { look: 'small', label: 'The anchor before it', text: anchor.before.name } as const,
                { look: 'small', label: 'Its SHA-256', text: anchor.before.sha256 } as const,
              ]
            : []),
          ...ends(anchor.ends),
        ]
      : [{ look: 'text', text: 'There is no anchor yet: the portal writes one a day.' }],
  ]
}
