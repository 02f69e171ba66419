import { STATUS_TEXT, STATUSES_BY_PRIORITY, type StatusId } from '@portal/contract/files/status.ts'
import { IconChevronUp } from '@tabler/icons-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useFold } from '../../../ui/use-fold.ts'
import classes from './selection-bar.module.css'

type Props = { readonly onChoose: (statusId: StatusId) => void }

/** The statuses, above their button. Arrows move between them. */
export function StatusMenu({ onChoose }: Props) {
  const { area, button, isOpen, setIsOpen } = useFold<HTMLDivElement>()
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) menu.current?.querySelector('button')?.focus()
  }, [isOpen])
  return (
    <div ref={area} className={classes.fold}>
      <Button
        ref={button}
        look="primary"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        Set status
        <IconChevronUp aria-hidden size={16} />
      </Button>
      {isOpen && (
        <div
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label="Set status"
          className={classes.menu}
          onKeyDown={moveInMenu}
        >
          {STATUSES_BY_PRIORITY.map((id) => (
            <button
              key={id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                setIsOpen(false)
                button.current?.focus()
                onChoose(id)
              }}
            >
              <StatusBadge statusId={id} text={STATUS_TEXT[id]} />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Arrows go round, Home and End go to the ends, and a letter goes to the next item that begins with it. */
function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.findIndex((item) => item === document.activeElement)
  const next = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at - 1),
    Home: items[0],
    End: items.at(-1),
  }[event.key]
  const begins = (item: HTMLElement) => item.textContent.toLowerCase().startsWith(event.key.toLowerCase())
  const target =
    next ?? (event.key.length === 1 ? [...items.slice(at + 1), ...items].find(begins) : undefined)
  if (!target || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  target.focus()
}
