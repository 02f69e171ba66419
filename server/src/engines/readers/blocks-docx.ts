import mammoth from 'mammoth'
import { z } from 'zod'
import {
  cellOf,
  partOf,
  tableBlock,
  textBlock,
  UnreadableBlocks,
  type BlocksFile,
  type FileBlock,
} from './blocks-file.ts'

/** An element of mammoth's document, as far as it is shown. */
type Element = {
  readonly type: string
  readonly value?: string | undefined
  readonly styleName?: string | null | undefined
  readonly numbering?: { readonly level?: string | number | undefined } | null | undefined
  readonly colSpan?: number | undefined
  readonly rowSpan?: number | undefined
  readonly children?: readonly Element[] | undefined
}

const element: z.ZodType<Element> = z.object({
  type: z.string(),
  value: z.string().optional(),
  styleName: z.string().nullish(),
  numbering: z.object({ level: z.union([z.string(), z.number()]).optional() }).nullish(),
  colSpan: z.number().optional(),
  rowSpan: z.number().optional(),
  get children() {
    return z.array(element).optional()
  },
})

const HEADING = /^(?:heading|title)\s*(\d)?/iu

/** A document of Word, without its headers, footers and pictures. @throws UnreadableBlocks */
export async function openDocx(bytes: Uint8Array): Promise<BlocksFile> {
  const blocks = blocksOf(element.parse(await readTree(bytes)).children ?? [])
  return {
    outline: { sheets: [], attachments: [] },
    blocks: (_sheet, from) => partOf(blocks, from),
    attachment: () => undefined,
  }
}

/** Takes the tree before mammoth makes HTML of it, which nobody needs. */
async function readTree(bytes: Uint8Array): Promise<unknown> {
  let tree: unknown = null
  const transformDocument = (document: object) => {
    tree = document
    return { ...document, children: [] }
  }
  try {
    await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { transformDocument })
  } catch (error) {
    throw new UnreadableBlocks('damaged', String(error))
  }
  return tree
}

function blocksOf(elements: readonly Element[]): FileBlock[] {
  return elements.flatMap((child) => {
    if (child.type === 'table') return [tableOf(child)]
    if (child.type !== 'paragraph') return blocksOf(child.children ?? [])
    const text = textOf(child).trim()
    return text === '' ? [] : [paragraphOf(child, text)]
  })
}

function paragraphOf({ styleName, numbering }: Element, text: string): FileBlock {
  const heading = HEADING.exec(styleName ?? '')
  if (heading) return textBlock('heading', text, Number(heading[1] ?? 1))
  if (numbering) return textBlock('item', text, Math.min(Number(numbering.level) || 0, 9))
  return textBlock('paragraph', text)
}

/** A table inside a cell is a part of the text of the cell. */
function tableOf({ children = [] }: Element): FileBlock {
  return tableBlock(
    children.map((row) =>
      (row.children ?? []).map((cell) => cellOf(textOf(cell).trim(), cell.colSpan, cell.rowSpan)),
    ),
  )
}

const TEXTS: Readonly<Record<string, string>> = { tab: '\t', break: '\n' }

function textOf({ type, value, children = [] }: Element): string {
  const end = type === 'paragraph' ? '\n' : ''
  return (value ?? TEXTS[type] ?? '') + children.map(textOf).join('') + end
}
