import { compoundFile } from './compound-file.ts'

/** Places in the file information block of MS-DOC, 2.5. */
const FIB_BYTES = 898
const WORD_97 = 0x00c1
const MAGIC = 0xa5ec
const FLAG_TABLE_1 = 0x0200
const TEXT_AT = 1024
const CLX_PAIR = 33

/**
 * A Word 97 document of plain paragraphs: information block, text and piece table, which is what text is read from.
 * It carries no styles and no formatting.
 */
export function docFile({ title, paragraphs }: { title: string; paragraphs: readonly string[] }): Buffer {
  const text = `${[title, ...paragraphs].map((paragraph) => paragraph.replace(/[\r\n]+/g, ' ')).join('\r')}\r`
  const bytes = Buffer.from(text, 'utf16le')
  const pieces = pieceTable(text.length)
  const document = Buffer.concat([informationBlock(text.length, bytes.length, pieces.length), bytes])
  return compoundFile({ streams: { WordDocument: document, '1Table': pieces } })
}

function informationBlock(characters: number, textBytes: number, piecesBytes: number): Buffer {
  const block = Buffer.alloc(TEXT_AT)
  block.writeUInt16LE(MAGIC, 0)
  block.writeUInt16LE(WORD_97, 2)
  // English (United States).
  block.writeUInt16LE(0x0409, 6)
  block.writeUInt16LE(FLAG_TABLE_1, 10)
  block.writeUInt16LE(0x00bf, 12)
  block.writeUInt32LE(TEXT_AT, 24)
  block.writeUInt32LE(TEXT_AT + textBytes, 28)
  // Counts of the three lists that follow, each before its list.
  block.writeUInt16LE(14, 32)
  block.writeUInt16LE(22, 62)
  block.writeUInt32LE(TEXT_AT + textBytes, 64)
  block.writeUInt32LE(characters, 76)
  block.writeUInt16LE(93, 152)
  block.writeUInt32LE(0, 154 + CLX_PAIR * 8)
  block.writeUInt32LE(piecesBytes, 154 + CLX_PAIR * 8 + 4)
  block.writeUInt16LE(0, FIB_BYTES)
  return block
}

/** One piece: all characters, two bytes each, from where the text begins (MS-DOC, 2.8.35 and 2.9.177). */
function pieceTable(characters: number): Buffer {
  const table = Buffer.alloc(5 + 4 + 4 + 8)
  table.writeUInt8(2, 0)
  table.writeUInt32LE(16, 1)
  table.writeUInt32LE(0, 5)
  table.writeUInt32LE(characters, 9)
  table.writeUInt32LE(TEXT_AT, 15)
  return table
}
