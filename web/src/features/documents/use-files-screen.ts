import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useCounties } from '../../lib/counties.ts'
import { categoriesQuery, typesQuery } from '../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../lib/reload.ts'
import { useSession } from '../../lib/session.ts'
import { useListScreen, type ListScreenState } from '../../ui/list-screen/use-list-screen.ts'
import { namesById } from './files.models.ts'
import { uploadsQuery, type DocumentsPage } from './files.queries.ts'
import { addressFor, DOCUMENTS_ADDRESS, type DocumentsState } from './list-address.ts'
import { rememberFilters } from './remembered-filters.ts'

export type FilesScreen = ListScreenState<DocumentsState, DocumentsPage>

/** The documents list. The menu link restores its last filters. */
export function useFilesScreen(): FilesScreen {
  const person = useSession()
  const screen = useListScreen({
    codec: DOCUMENTS_ADDRESS,
    query: uploadsQuery,
    rowsOf: ({ files }) => files,
    adapt: (state) => addressFor(person, state),
  })
  // A search is for once; the menu leads to the whole list.
  const filters = DOCUMENTS_ADDRESS.write({ ...screen.state, q: '', page: 1 }).toString()
  useEffect(() => rememberFilters(person.username, filters), [person.username, filters])
  useLastPageInstead(screen)
  return screen
}

/** Redirects to the last page if the address names a later one. */
function useLastPageInstead({ shown, isOlder, state: { page } }: FilesScreen): void {
  const [, setParams] = useSearchParams()
  const last = shown && !isOlder && shown.page.files.length === 0 ? Math.max(shown.page.totalPages, 1) : page
  useEffect(() => {
    if (page <= last) return
    setParams((before) => DOCUMENTS_ADDRESS.write({ ...DOCUMENTS_ADDRESS.read(before).state, page: last }), {
      replace: true,
    })
  }, [page, last, setParams])
}

/** The names of categories and types for the cells, and the filter options. */
export function useListLookups() {
  const categories = useQuery(categoriesQuery)
  const types = useQuery(typesQuery)
  const counties = useCounties()
  return {
    categories: categories.data ?? [],
    counties: counties.list.map(({ CountyID, Name }) => ({ ID: CountyID, Name })),
    categoryNames: namesById(categories.data),
    typeNames: namesById(types.data),
    /** Each is undefined unless its list failed to load. */
    reload: {
      categories: retryIfNotLoaded(categories),
      types: retryIfNotLoaded(types),
      counties: counties.reload,
    },
  }
}

export type ListLookups = ReturnType<typeof useListLookups>
