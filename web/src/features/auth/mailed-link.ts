import { useSearchParams } from 'react-router'

/** The parameters of a mailed link; a missing one is an empty string. */
export type MailedLink = { readonly email: string; readonly token: string; readonly isWhole: boolean }

export function useMailedLink(): MailedLink {
  const [query] = useSearchParams()
  const email = query.get('email')?.trim() ?? ''
  const token = query.get('token')?.trim() ?? ''
  return { email, token, isWhole: email !== '' && token !== '' }
}
