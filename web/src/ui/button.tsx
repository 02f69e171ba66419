import type { ButtonHTMLAttributes, KeyboardEvent, Ref } from 'react'
import classes from './button.module.css'

type Look = 'primary' | 'plain' | 'danger' | 'quiet'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  readonly look?: Look
  /** As wide as the container. */
  readonly isWide?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** The UI kit's button; it submits a form only with `type="submit"`. */
export function Button({ look = 'plain', isWide = false, type = 'button', ...others }: Props) {
  return <button type={type} className={buttonClass(look, isWide)} {...others} />
}

/** For `onKeyDown` of a button that hands the focus to the next one: a held key does not press that, too. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

/** The button's class, for a link that looks like a button. */
export function buttonClass(look: Look, isWide = false): string {
  return [classes.button, classes[look], isWide && classes.wide].filter(Boolean).join(' ')
}
