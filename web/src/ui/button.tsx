import type { ButtonHTMLAttributes, Ref } from 'react'
import classes from './button.module.css'

type Look = 'primary' | 'plain' | 'danger' | 'quiet'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  readonly look?: Look
  /** As wide as what it stands in. */
  readonly isWide?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button of the kit; it submits only where it says `type="submit"`. */
export function Button({ look = 'plain', isWide = false, type = 'button', ...others }: Props) {
  return <button type={type} className={buttonClass(look, isWide)} {...others} />
}

/** The look of a button, for a link that is one. */
export function buttonClass(look: Look, isWide = false): string {
  return [classes.button, classes[look], isWide && classes.wide].filter(Boolean).join(' ')
}
