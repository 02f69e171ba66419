import { useSearchParams } from 'react-router'

/** What a link of a mail carries in its address; an empty text where it is missing. */
export type MailedLink = { readonly email: string; readonly token: string; readonly isWhole: boolean }

export function useMailedLink(): MailedLink {
  const [query] = useSearchParams()
  const email = query.get('email')?.trim() ?? ''
  const token = query.get('token')?.trim() ?? ''
  return { email, token, isWhole: email !== '' && token !== '' }
}
