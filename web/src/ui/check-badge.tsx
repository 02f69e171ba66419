import { IconShieldSearch, IconShieldX, type Icon } from '@tabler/icons-react'
import classes from './status-badge.module.css'

/** What the virus scanner has said of a file, as people read it. */
export type CheckLook = 'infected' | 'refused' | 'pending' | 'unchecked'

const WORDS: Readonly<Record<CheckLook, string>> = {
  infected: 'Infected',
  refused: 'Refused',
  pending: 'Being checked',
  unchecked: 'Not checked',
}
const ICONS: Readonly<Record<CheckLook, Icon>> = {
  infected: IconShieldX,
  refused: IconShieldX,
  pending: IconShieldSearch,
  unchecked: IconShieldSearch,
}

/** Why a file is not clean, as icon, word and tint: never by colour alone. */
export function CheckBadge({ look }: { readonly look: CheckLook }) {
  const LookIcon = ICONS[look]
  return (
    <span className={classes.badge} data-check={look}>
      <LookIcon aria-hidden size={15} stroke={2} />
      {WORDS[look]}
    </span>
  )
}
