import type { Upload } from '@portal/contract/files/files.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useCounties } from '../../lib/counties.ts'
import { categoriesQuery, typesQuery } from '../../lib/lookups.queries.ts'
import { reloadOf } from '../../lib/reload.ts'
import { may, seesSeveralCounties } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import { UPLOADS_KEY } from '../../lib/uploads-key.ts'
import { namesById } from './files.models.ts'
import {
  addressFor,
  readListAddress,
  writeListAddress,
  type ListAddress,
  type ListFilters,
} from './list-address.ts'
import { rememberFilters } from './remembered-filters.ts'
import { useUploads } from './use-uploads.ts'

/** The documents list: the page that its address names, and the ways to another one. */
export function useFilesScreen() {
  const queryClient = useQueryClient()
  const person = useSession()
  const [params, setParams] = useSearchParams()
  const address = addressFor(person, readListAddress(params))
  const uploads = useUploads(address)
  const { lastPageInstead, refetch } = uploads

  const filters = writeListAddress({ page: 1, filters: address.filters }).toString()
  useEffect(() => rememberFilters(person.username, filters), [person.username, filters])

  useEffect(() => {
    if (lastPageInstead === null) return
    setParams((before) => writeListAddress({ ...readListAddress(before), page: lastPageInstead }), {
      replace: true,
    })
  }, [lastPageInstead, setParams])

  /** Shows another view; the current one is loaded again. */
  const show = (next: ListAddress) => {
    const query = writeListAddress(next)
    if (query.toString() === writeListAddress(address).toString()) void refetch()
    else setParams(query)
  }

  return {
    /** What this person is shown of a document, and may do with it. */
    offers: {
      counties: seesSeveralCounties(person),
      edit: may(person, 'documents.edit'),
      deletion: may(person, 'documents.add'),
      mayDelete: ({ UploadedBy }: Pick<Upload, 'UploadedBy'>) =>
        may(person, 'documents.manage') || UploadedBy === person.username,
    },
    address,
    uploads,
    goTo: (page: number) => show({ ...address, page }),
    apply: (filters: ListFilters) => show({ page: 1, filters }),
    refresh: () => show({ ...address, page: 1 }),
    /** After a document has changed: loads the current page again. */
    reload: () => queryClient.invalidateQueries({ queryKey: UPLOADS_KEY }),
  }
}

export type FilesScreen = ReturnType<typeof useFilesScreen>

/** Names of categories and types for the cells, and the choices of the filters. */
export function useListLookups() {
  const categories = useQuery(categoriesQuery)
  const types = useQuery(typesQuery)
  const counties = useCounties()
  return {
    categories: categories.data ?? [],
    counties: counties.list.map(({ CountyID, Name }) => ({ ID: CountyID, Name })),
    categoryNames: namesById(categories.data),
    typeNames: namesById(types.data),
    /** Each undefined unless its list could not be loaded. */
    reload: {
      categories: reloadOf(categories),
      types: reloadOf(types),
      counties: counties.reload,
    },
  }
}

export type ListLookups = ReturnType<typeof useListLookups>
