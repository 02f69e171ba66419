import { IconShieldQuestion, IconShieldSearch, IconShieldX, type Icon } from '@tabler/icons-react'
import classes from './status-badge.module.css'

/** What the virus scanner has said of a file, as people read it. */
export type CheckLook = 'infected' | 'refused' | 'pending' | 'stuck' | 'unchecked'

const WORDS: Readonly<Record<CheckLook, string>> = {
  infected: 'Infected',
  refused: 'Refused',
  pending: 'Being checked',
  stuck: 'Could not be checked',
  unchecked: 'Not checked',
}
const ICONS: Readonly<Record<CheckLook, Icon>> = {
  infected: IconShieldX,
  refused: IconShieldX,
  pending: IconShieldSearch,
  stuck: IconShieldQuestion,
  unchecked: IconShieldSearch,
}

type Props = {
  readonly look: CheckLook
  /** Shares a cell with other words: in the table its own is read, and shown as its title. */
  readonly isShort?: boolean
}

/** Why a file is not clean, as icon, word and tint: never by colour alone. */
export function CheckBadge({ look, isShort = false }: Props) {
  const LookIcon = ICONS[look]
  return (
    <span className={classes.badge} data-check={look} data-short={isShort || undefined} title={WORDS[look]}>
      <LookIcon aria-hidden size={15} stroke={2} />
      <span className={classes.word}>{WORDS[look]}</span>
    </span>
  )
}
