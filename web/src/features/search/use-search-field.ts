import { appraisalYears } from '@portal/contract/owners/owners.ts'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { PATHS } from '../../lib/paths.ts'
import { documentsPath, optionOf, searchGroups, type SearchOption } from './search-options.ts'
import { searchQuery } from '../../lib/search.queries.ts'

/** Milliseconds that typing must pause. */
const SEARCH_DEBOUNCE_MS = 150

/** The whole text is the number of a document or a receipt. Of a year, people want the documents. */
function isNumber(text: string, years: readonly number[]): boolean {
  return /^\s*(?:\d+|R-\S+)\s*$/iu.test(text) && !years.includes(Number(text))
}

/** The address of the document or the receipt with this number; null if there is none, or if the call fails. */
async function exactOffer(client: QueryClient, text: string): Promise<string | null> {
  const found = await client.fetchQuery({ ...searchQuery(text), retry: false }).catch(() => null)
  return found?.goTo ? optionOf(found.goTo).to : null
}

/** The text of the field, what it finds, and the keys that move through it. */
export function useSearchField(leave: () => void) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const years = appraisalYears(useConfig().newestAppraisalYear)
  const [text, setText] = useTextOfAddress()
  const [isWanted, setIsWanted] = useState(false)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const rested = useRested(text)
  const { data } = useQuery({ ...searchQuery(rested), enabled: isWanted && rested.trim() !== '' })
  const isCurrent = rested === text && text.trim() !== ''
  const groups = isWanted && data !== undefined && isCurrent ? searchGroups(text, data) : []
  const options = groups.flatMap((group) => group.options).flatMap(withBeside)
  const place = options.findIndex(({ key }) => key === activeKey)
  const isOpen = options.length > 0
  const close = () => {
    setIsWanted(false)
    setActiveKey(null)
  }
  const go = (to: string) => {
    close()
    leave()
    void navigate(to)
  }
  const move = (step: 1 | -1) => {
    setIsWanted(true)
    const from = place === -1 && step === -1 ? 0 : place
    setActiveKey(options.at((from + step) % options.length)?.key ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' && isOpen) move(1)
    else if (event.key === 'ArrowUp' && isOpen) move(-1)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }
  return {
    text,
    groups,
    isOpen,
    active: options[place] ?? null,
    count: options.length,
    type: (typed: string) => {
      setText(typed)
      setIsWanted(true)
      setActiveKey(null)
    },
    close,
    activate: ({ key }: SearchOption) => setActiveKey(key),
    choose: ({ to }: SearchOption) => go(to),
    submit: () => {
      const active = options[place]
      if (active) go(active.to)
      else if (isNumber(text, years))
        void exactOffer(client, text).then((to) => go(to ?? documentsPath(text)))
      else if (text.trim() !== '') go(documentsPath(text))
    },
    onKeyDown,
  }
}

function withBeside(option: SearchOption): readonly SearchOption[] {
  return option.beside ? [option, option.beside] : [option]
}

export type SearchFieldState = ReturnType<typeof useSearchField>

/** The field shows the search of the documents list, and follows it when it changes, as by the browser's Back. */
function useTextOfAddress() {
  const { pathname, search } = useLocation()
  const searched = pathname === PATHS.documents ? (new URLSearchParams(search).get('q') ?? '') : ''
  const [state, setState] = useState({ searched, text: searched })
  if (state.searched !== searched) setState({ searched, text: searched })
  return [state.text, (text: string) => setState({ searched, text })] as const
}

/** The text once typing pauses. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
