import type { Upload } from '@portal/contract/files/files.ts'
import { may, seesSeveralCounties } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'

/** What the user may see and do with a document. */
export function useOffers() {
  const person = useSession()
  return {
    counties: seesSeveralCounties(person),
    edit: may(person, 'documents.edit'),
    deletion: may(person, 'documents.add'),
    mayDelete: ({ UploadedBy }: Pick<Upload, 'UploadedBy'>) =>
      may(person, 'documents.manage') || UploadedBy === person.username,
  }
}

export type Offers = ReturnType<typeof useOffers>
