import { createRequire } from 'node:module'
import {
  paragraphsOf,
  partOf,
  textBlock,
  UnreadableBlocks,
  type BlocksFile,
  type FileBlock,
} from './blocks-file.ts'

type Extracted = Readonly<
  Record<'getBody' | 'getFootnotes' | 'getEndnotes' | 'getTextboxes' | 'getHeaders', () => string>
>
type Extractor = new () => { extract(bytes: Buffer): Promise<Extracted> }

/** The package has no types. */
const require = createRequire(import.meta.url)
const WordExtractor = require('word-extractor') as Extractor

/** Its sentence for a file with a password. */
const ENCRYPTED = /encrypt|password|outside/iu

/** A document of Word before 2007. @throws UnreadableBlocks */
export async function openDoc(bytes: Uint8Array): Promise<BlocksFile> {
  const blocks = blocksOf(await extract(bytes))
  return {
    outline: { sheets: [], attachments: [] },
    blocks: (_sheet, from) => partOf(blocks, from),
    attachment: () => undefined,
  }
}

async function extract(bytes: Uint8Array): Promise<Extracted> {
  try {
    return await new WordExtractor().extract(Buffer.from(bytes))
  } catch (error) {
    const why = String(error)
    throw new UnreadableBlocks(ENCRYPTED.test(why) ? 'password' : 'damaged', why)
  }
}

function blocksOf(document: Extracted): FileBlock[] {
  return [
    ...paragraphsOf(document.getBody()),
    ...section('Text boxes', document.getTextboxes()),
    ...section('Headers and footers', document.getHeaders()),
    ...section('Footnotes', document.getFootnotes()),
    ...section('Endnotes', document.getEndnotes()),
  ]
}

function section(heading: string, text: string): FileBlock[] {
  const paragraphs = paragraphsOf(text)
  return paragraphs.length === 0 ? [] : [textBlock('heading', heading, 2), ...paragraphs]
}
