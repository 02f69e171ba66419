import { IconShieldQuestion, IconShieldSearch, IconShieldX, type Icon } from '@tabler/icons-react'
import classes from './status-badge.module.css'

/** The virus scanner's result for a file, as the user sees it. */
export type CheckLook = 'infected' | 'refused' | 'pending' | 'stuck' | 'unchecked'

export const CHECK_WORDS: Readonly<Record<CheckLook, string>> = {
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
  /** Shares a table cell with other text: its own text is for screen readers and in the tooltip. */
  readonly isShort?: boolean
}

/** Why a file is not clean, as icon, word and tint, so that color is never the only signal. */
export function CheckBadge({ look, isShort = false }: Props) {
  const LookIcon = ICONS[look]
  return (
    <span
      className={classes.badge}
      data-check={look}
      data-short={isShort || undefined}
      title={CHECK_WORDS[look]}
    >
      <LookIcon aria-hidden size={15} stroke={2} />
      <span className={classes.word}>{CHECK_WORDS[look]}</span>
    </span>
  )
}
