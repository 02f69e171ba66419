import { STATUS } from '@portal/contract/files/status.ts'
import { downloadUpload } from '@portal/contract/files/files.ts'
import { IconChevronDown, IconChevronUp, IconExternalLink, IconX } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { apiUrl } from '../../lib/api-base.ts'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { Button } from '../../ui/button.tsx'
import classes from './document-panel.module.css'
import type { DocumentPanelProps } from '../../lib/document-panel-props.ts'
import { StatusLine } from './status/status-line.tsx'
import type { PanelActs } from './use-panel-acts.ts'

type HeadProps = Pick<DocumentPanelProps, 'fileId' | 'previous' | 'next' | 'onGo' | 'onClose'> & {
  readonly name: string
  readonly heading: RefObject<HTMLHeadingElement | null>
  /** Below the name. */
  readonly below: ReactNode
}

/** The name of the document, and the way to its neighbors. */
export function PanelHead({ fileId, name, heading, below, previous, next, onGo, onClose }: HeadProps) {
  return (
    <header className={classes.head}>
      <h2 ref={heading} tabIndex={-1} data-autofocus className={classes.title}>
        <bdi>{name}</bdi>
      </h2>
      <IconButton
        aria-label="Previous file"
        title="Previous file (k)"
        disabled={previous === null}
        onClick={() => previous !== null && onGo(previous)}
      >
        <IconChevronUp aria-hidden size={18} />
      </IconButton>
      <IconButton
        aria-label="Next file"
        title="Next file (j)"
        disabled={next === null}
        onClick={() => next !== null && onGo(next)}
      >
        <IconChevronDown aria-hidden size={18} />
      </IconButton>
      <a
        className={iconButtonClass}
        href={apiUrl(downloadUpload, { params: { fileId } })}
        target="_blank"
        rel="noopener"
        title="Open the original"
        aria-label={`Open the original of file ${fileId} (opens in a new tab)`}
      >
        <IconExternalLink aria-hidden size={17} stroke={1.8} />
      </a>
      <IconButton aria-label="Close the preview" title="Close (Escape)" onClick={onClose}>
        <IconX aria-hidden size={18} />
      </IconButton>
      {below}
    </header>
  )
}

type FootProps = Pick<DocumentPanelProps, 'next'> & {
  readonly acts: PanelActs
  /** Called when a button may lose the focus, because it goes. */
  readonly onLeft: () => void
}

/** What people who may edit do with the document, each with its key, and what they did last. */
export function PanelFoot({ next, acts: { status, edit, needMoreInfo }, onLeft }: FootProps) {
  return (
    <footer className={classes.foot}>
      <StatusLine saves={status} onLeft={onLeft} />
      <Button
        look="primary"
        aria-keyshortcuts="c"
        disabled={status.isSaving}
        onClick={() => status.set(STATUS.completed)}
      >
        {next === null ? 'Completed' : 'Completed, next'} <kbd>c</kbd>
      </Button>
      <Button aria-keyshortcuts="i" disabled={status.isSaving} onClick={needMoreInfo}>
        Needs More Info <kbd>i</kbd>
      </Button>
      <Button aria-keyshortcuts="e" onClick={edit}>
        Edit <kbd>e</kbd>
      </Button>
    </footer>
  )
}

/** The only act on a document in the recycle bin. */
export function RestoreFoot({ onRestore }: { readonly onRestore: () => void }) {
  return (
    <footer className={classes.foot}>
      <Button look="primary" onClick={onRestore}>
        Restore
      </Button>
    </footer>
  )
}
