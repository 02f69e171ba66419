const ANY = 'the helpdesk'

/** The helpdesk as a sentence names it, with the firm's own contact where there is one. */
export function helpdeskText({ helpdeskContact }: { readonly helpdeskContact: string }): string {
  return helpdeskContact === ANY ? ANY : `${ANY} (${helpdeskContact})`
}
