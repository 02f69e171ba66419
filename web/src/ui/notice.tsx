import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react'
import classes from './notice.module.css'

type Props = {
  readonly tone: 'success' | 'warning' | 'error'
  readonly children: ReactNode
  readonly onDismiss?: () => void
  /** Milliseconds until the notice disappears, but never while it is hovered or focused. */
  readonly dismissAfter?: number
  /** An action next to the text; it is not announced with the text. */
  readonly action?: ReactNode
}

/** Shows an outcome: announces a success politely, and a warning or an error immediately. Those stay until they are
 * dismissed. */
export function Notice({ tone, children, onDismiss, dismissAfter, action }: Props) {
  const [isHeld, setIsHeld] = useState(false)
  useDismissal(isHeld ? undefined : dismissAfter, onDismiss)
  const Icon = tone === 'success' ? IconCircleCheck : IconAlertTriangle
  return (
    <div
      className={classes.notice}
      data-tone={tone}
      data-acts={action !== undefined || undefined}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {action !== undefined && <div className={classes.action}>{action}</div>}
      <div role={tone === 'success' ? 'status' : 'alert'} className={classes.words}>
        <Icon aria-hidden size={20} stroke={1.8} className={classes.icon} />
        <div className={classes.text}>{children}</div>
        {onDismiss && (
          <button
            type="button"
            className={classes.dismiss}
            title="Dismiss"
            aria-label="Dismiss"
            onClick={onDismiss}
          >
            <IconX aria-hidden size={16} />
          </button>
        )}
      </div>
    </div>
  )
}

/** Dismisses the notice this many milliseconds after it appears; the time restarts whenever it was held. */
function useDismissal(after: number | undefined, onDismiss: (() => void) | undefined): void {
  const dismiss = useEffectEvent(() => onDismiss?.())
  useLayoutEffect(() => {
    if (after === undefined) return undefined
    const timer = setTimeout(() => dismiss(), after)
    return () => clearTimeout(timer)
  }, [after])
}
