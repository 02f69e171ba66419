import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import layout from './batch.module.css'
import { DetailsPanel } from './details-panel.tsx'
import { detailsText } from './queue-texts.ts'
import type { Details } from './use-details.ts'
import type { QueueScreen } from './use-queue-screen.ts'

type Props = { readonly screen: QueueScreen; readonly details: Details }

/** In a narrow window: the ways to the details of the selected files, which open above the list. */
export function DetailsButtons({ screen, details }: Props) {
  const openNext = () => {
    screen.toNextLacking()
    details.open()
  }
  return (
    <div className={layout.ways}>
      <Button aria-haspopup="dialog" onClick={() => details.open()}>
        {detailsText(screen.selected.length)}
      </Button>
      <Button aria-haspopup="dialog" onClick={openNext}>
        Next that needs more
      </Button>
    </div>
  )
}

/** The details of the selected files above the list, with the ways to the next file and back to the row (R3.72). */
export function DetailsSheet({ screen, details }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const name = detailsText(screen.selected.length)
  const close = () => {
    details.close()
    screen.focusFile()
  }
  const step = (by: number) => {
    const at = screen.neighborOf(by)
    screen.selectOnly(at)
    // A button at the end of the list is disabled, and loses the focus.
    if (at !== undefined && screen.listed[at + by] === undefined) heading.current?.focus()
  }
  return (
    <Sheet label={name} hasScreenKeys onClose={close}>
      <header className={layout.head}>
        <h2 ref={heading} tabIndex={-1} data-autofocus className={layout.title}>
          {name}
        </h2>
        <IconButton
          aria-label="Previous file"
          title="Previous file (k)"
          disabled={screen.neighborOf(-1) === undefined}
          onClick={() => step(-1)}
        >
          <IconChevronUp aria-hidden size={18} />
        </IconButton>
        <IconButton
          aria-label="Next file"
          title="Next file (j)"
          disabled={screen.neighborOf(1) === undefined}
          onClick={() => step(1)}
        >
          <IconChevronDown aria-hidden size={18} />
        </IconButton>
        <IconButton aria-label="Close" title="Close (Escape)" onClick={close}>
          <IconX aria-hidden size={18} />
        </IconButton>
      </header>
      <DetailsPanel screen={screen} onRemoved={close} />
    </Sheet>
  )
}
