import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { categoriesQuery, countiesQuery, relationTypesQuery } from '../../../lib/lookups.queries.ts'
import { may, seesSeveralCounties } from '../../../lib/rights.ts'
import { useSession } from '../../../lib/session.ts'
import { documentTypesQuery } from '../facts/document-types.queries.ts'
import type { KnownWords } from './known-words.ts'

/** Reads what this person may say of a file. The promise fails with a CallError where a list cannot be read. */
export function useKnownWords(): () => Promise<KnownWords> {
  const client = useQueryClient()
  const session = useSession()
  return useCallback(async () => {
    const mayNameOwners = may(session, 'documents.edit')
    const [categories, types, relations, counties] = await Promise.all([
      client.fetchQuery(categoriesQuery),
      client.fetchQuery(documentTypesQuery),
      mayNameOwners ? client.fetchQuery(relationTypesQuery) : [],
      session.isAdmin ? client.fetchQuery(countiesQuery) : session.counties,
    ])
    return {
      categories,
      types,
      relations,
      counties: seesSeveralCounties(session) ? counties.filter(({ isClosed }) => !isClosed) : null,
      ownCounty: { id: session.countyID, name: session.countyName },
      mayNameOwners,
    }
  }, [client, session])
}
