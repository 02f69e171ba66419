import { exactMoments } from '@portal/contract/exact-moment.ts'
import { clockSentence } from '@portal/contract/receipts/receipts.ts'
import { SCREENS } from '@portal/contract/screens.ts'
import { isShownAsItIs } from '../../../engines/pdf/letters.ts'
import type { Picture } from '../../../engines/pdf/write-pdf.ts'
import { qrPicture } from '../../../engines/qr/qr-picture.ts'
import { verifyUrl } from '../../../records/receipts/receipt-number.ts'
import { DIM, INK, MARGIN, textBlock, WIDTH, type Block } from '../../../engines/pdf/page-layout.ts'
import type { Settings } from '../../../engines/config/settings.ts'
import type { PdfFonts } from '../../../engines/pdf/fonts.ts'
import type { StoredReceipt } from '../../../records/receipts/receipt.ts'

/** A receipt to print, with the settings of its issuer and the fonts. */
export type Printing = {
  readonly receipt: StoredReceipt
  readonly settings: Pick<Settings, 'company' | 'publicUrl' | 'timeZone'>
  readonly fonts: PdfFonts
}

const LABEL_WIDTH = 96

const SIZE = 9.5

const LINE_HEIGHT = 14

const SPACE = 8

const TITLE_HEIGHT = 30

/** About the height of the seven facts. */
const PICTURE_SIZE = 104

/** The facts of a receipt that apply to all its files, and how to verify it. */
export function receiptHead(printing: Printing): Block {
  const { receipt, settings, fonts } = printing
  const title = textBlock(`Filing receipt ${receipt.number}`, {
    fonts: fonts.strong,
    x: MARGIN,
    y: 0,
    size: 18,
    lineHeight: TITLE_HEIGHT,
    width: WIDTH,
    color: INK,
    role: 'H1',
  })
  const notes = [
    `A file counts as received when the upload finishes. ${clockSentence({ ClockState: receipt.clock, ClockAheadMs: receipt.clockAheadMs })}`,
    `To verify this receipt, scan the square code or open ${verifyUrl(settings, receipt)} and sign in; or type its number and its check code at ${settings.publicUrl}${SCREENS.receipts}. People of the county can do so, and whoever uploaded the files. The portal then shows what it says, to be compared with this paper.`,
    ...escapesNote(printing),
  ]
  const head = below([
    title,
    ...factsOf(printing).map((fact) => factBlock(fact, printing)),
    ...notes.map((note) => noteBlock(note, printing)),
  ])
  return { ...head, pictures: [verifyPicture(printing)] }
}

/** The QR code, to the right of the facts. */
function verifyPicture({ receipt, settings }: Printing): Picture {
  return {
    qr: qrPicture(verifyUrl(settings, receipt)),
    x: MARGIN + WIDTH - PICTURE_SIZE,
    y: TITLE_HEIGHT - SPACE,
    size: PICTURE_SIZE,
    alt: 'QR code of the address that verifies this receipt',
  }
}

function noteBlock(text: string, { fonts }: Printing): Block {
  const looks = { x: MARGIN, y: SPACE, size: 8.5, lineHeight: 12, color: DIM, role: 'P' as const }
  const block = textBlock(text, { ...looks, fonts: fonts.text, width: WIDTH })
  return { ...block, height: block.height + SPACE }
}

type Fact = readonly [name: string, text: string]

function factsOf({ receipt, settings }: Printing): Fact[] {
  const { local, utc } = exactMoments(settings.timeZone)(receipt.madeAt)
  return [
    ['Receipt number', receipt.number],
    ['Check code', receipt.checkCode],
    ['Received by', settings.company.name],
    ['County', receipt.countyName ?? '–'],
    ['Uploaded by', receipt.sender],
    ['Files', receipt.files.length.toLocaleString('en-US')],
    ['Receipt created', `${local} (${utc})`],
  ]
}

function factBlock([name, text]: Fact, { fonts }: Printing): Block {
  const looks = { y: 0, size: SIZE, lineHeight: LINE_HEIGHT, role: 'P' as const }
  const label = textBlock(name, { ...looks, fonts: fonts.text, x: MARGIN, width: LABEL_WIDTH, color: DIM })
  const value = textBlock(text, {
    ...looks,
    fonts: fonts.text,
    x: MARGIN + LABEL_WIDTH,
    width: WIDTH - LABEL_WIDTH - PICTURE_SIZE,
    color: INK,
  })
  return { texts: [...label.texts, ...value.texts], height: value.height }
}

/** The explanation of escapes, which is printed only if there are some. */
function escapesNote({ receipt, settings, fonts }: Printing): string[] {
  const texts = [
    ...receipt.files.flatMap(({ fileName, category, type, description, owners }) =>
      [fileName, category, type, description, owners].filter((text) => text !== null),
    ),
    receipt.countyName ?? '',
    settings.company.name,
  ]
  return texts.every((text) => isShownAsItIs(text, fonts.text))
    ? []
    : [
        'A sign that this paper cannot show is written as its Unicode number in braces, behind a backslash and a u.',
      ]
}

function below(blocks: readonly Block[]): Block {
  let y = 0
  const texts = blocks.flatMap((block) => {
    const moved = block.texts.map((text) => ({ ...text, y: text.y + y }))
    y += block.height
    return moved
  })
  return { texts, height: y + 2 * SPACE }
}
