import type { MouseEvent } from 'react'
import classes from './account.module.css'

/** The sections that every account has, by the id of their heading. */
const SECTIONS = [
  { id: 'name', text: 'Name' },
  { id: 'password', text: 'Password' },
  { id: 'second-factor', text: 'Second factor' },
  { id: 'passkeys', text: 'Passkeys' },
  { id: 'sessions', text: 'Where you are signed in' },
  { id: 'receipts', text: 'Filing receipts' },
  { id: 'activity', text: 'What you did lately' },
]

/** The list of sections beside the account. A window without room for it has none. */
export function SectionLinks() {
  return (
    <nav aria-label="Sections" className={classes.sections}>
      <ul className={classes.list}>
        {SECTIONS.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} className={classes.sectionLink} onClick={(event) => goTo(event, id)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The address stays as it is: Back leaves the account. The heading takes the focus, so that Tab goes on from there. */
function goTo(event: MouseEvent, id: string): void {
  event.preventDefault()
  const heading = document.querySelector<HTMLElement>(`#${id}`)
  heading?.focus({ preventScroll: true })
  heading?.closest('section')?.scrollIntoView({ block: 'start' })
}
