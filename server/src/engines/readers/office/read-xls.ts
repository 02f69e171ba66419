import { read, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { MAX_PAGES, TextBudget, UnreadableFile, type FileText } from '../file-text.ts'
import type { PackedPage } from '../packed-page.ts'
import type { ReadOptions } from '../read-options.ts'
import { TextCollector } from './text-collector.ts'

/** Rows of a sheet that are read. The format allows 65,536. */
const MAX_ROWS = 65_536

/** Each sheet is a page: its name, then a line for each row. */
export async function readXls(bytes: Buffer, { maxPages, isLate }: ReadOptions): Promise<FileText> {
  const book = open(bytes)
  const budget = new TextBudget()
  const pages: PackedPage[] = []
  for (const name of book.SheetNames.slice(0, Math.min(maxPages, MAX_PAGES))) {
    const sheet = book.Sheets[name]
    if (!sheet || isLate() || budget.left <= 0) break
    const collector = new TextCollector(budget.left)
    collector.add(`${name}\n`)
    addRows(sheet, collector)
    pages.push(budget.take({ text: collector.text(), boxes: '' }))
  }
  return { pageCount: book.SheetNames.length, pages, scans: [], skippedScans: 0 }
}

function open(bytes: Buffer): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      sheetRows: MAX_ROWS,
    })
  } catch (error) {
    throw new UnreadableFile(/password|encrypt/i.test(String(error)) ? 'password' : 'damaged')
  }
}

type Cell = { readonly t?: string; readonly v?: unknown; readonly w?: string; readonly z?: unknown }

function addRows(sheet: WorkSheet, collector: TextCollector): void {
  const rows = (sheet['!data'] ?? []) as readonly (readonly (Cell | undefined)[] | undefined)[]
  for (const row of rows) {
    if (collector.isFull) return
    for (const cell of row ?? []) if (cell) collector.add(`${textOf(cell)}\t`)
    collector.add('\n')
  }
  for (const { c: comments = [] } of rows.flat() as { c?: { t?: string }[] }[]) {
    for (const { t: text = '' } of comments) collector.add(`${text}\n`)
  }
}

/** What the cell shows, and its value where that has lost digits, as in 1.23457E+14. */
function textOf({ t: type, v: value, w: shown }: Cell): string {
  const text = shown ?? (typeof value === 'string' ? value : '')
  if (type !== 'n' || typeof value !== 'number') return text
  const exact = String(value)
  const isLossy = /E[+-]\d/.test(text) || digitsOf(text).length < digitsOf(exact).length
  return isLossy && !text.includes('/') && !text.includes('%') ? `${text} ${exact}` : text
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
