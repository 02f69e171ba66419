const ANY = 'the helpdesk'

/** The helpdesk as worded in a sentence, with the firm's own contact if there is one. */
export function helpdeskText({ helpdeskContact }: { readonly helpdeskContact: string }): string {
  return helpdeskContact === ANY ? ANY : `${ANY} (${helpdeskContact})`
}
