import { MAX_TEXT_PAGES, type PageText } from '@portal/contract/viewer/viewer.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { markerOf } from '../marks.ts'
import { pageTextsQuery, type Target } from '../viewer.queries.ts'

export type PagesSearch = {
  readonly typed: string
  readonly type: (text: string) => void
  /** The words that are searched for. */
  readonly words: readonly string[]
  /** Where the search is, in words. */
  readonly found: string
  /** Searches for what is typed, or goes to the next page that has it. */
  readonly findNext: () => void
}

type Searched = {
  readonly text: string
  readonly pages: readonly number[]
  readonly at: number
  readonly isDone: boolean
}

const NOTHING: Searched = { text: '', pages: [], at: -1, isDone: true }

type Options = {
  readonly target: Target
  readonly pageCount: number
  readonly goTo: (page: number) => void
}

/** Looks for words in all pages, in the order of the document, and goes to the first one at once. */
export function usePagesSearch({ target, pageCount, goTo }: Options): PagesSearch {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState(NOTHING)
  const current = useRef('')

  const search = async (text: string) => {
    current.current = text
    const pages: number[] = []
    setSearched({ text, pages, at: -1, isDone: false })
    for (let from = 1; from <= pageCount && current.current === text; from += MAX_TEXT_PAGES) {
      const to = Math.min(from + MAX_TEXT_PAGES - 1, pageCount)
      // One part after the other, because the first hit is wanted first.
      // oxlint-disable-next-line no-await-in-loop
      const texts = await queryClient.fetchQuery(pageTextsQuery(target, from, to)).catch(() => [])
      if (current.current !== text) return
      const hits = texts.filter((each) => hasWords(each, wordsIn(text))).map(({ page }) => page)
      if (pages.length === 0 && hits[0] !== undefined) goTo(hits[0])
      pages.push(...hits)
      setSearched({ text, pages: [...pages], at: pages.length > 0 ? 0 : -1, isDone: to === pageCount })
    }
  }

  const findNext = () => {
    const text = typed.trim()
    if (text !== searched.text) {
      if (text === '') setSearched(NOTHING)
      else void search(text)
      return
    }
    const at = (searched.at + 1) % Math.max(searched.pages.length, 1)
    const page = searched.pages[at]
    if (page === undefined) return
    setSearched({ ...searched, at })
    goTo(page)
  }

  return { typed, type: setTyped, words: wordsIn(searched.text), found: foundText(searched), findNext }
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/u).filter(Boolean)
}

/** Whether a page has each of the words. */
function hasWords({ text }: PageText, words: readonly string[]): boolean {
  const onPage = wordsIn(text)
  return words.every((wanted) => onPage.some(markerOf([wanted])))
}

function foundText({ text, pages, at, isDone }: Searched): string {
  if (text === '') return ''
  if (pages.length > 0) return `Page ${pages[at]}, ${at + 1} of ${pages.length}`
  return isDone ? 'Not found' : 'Searching...'
}
