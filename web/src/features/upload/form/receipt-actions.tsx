import { useState } from 'react'
import { Link } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import classes from './receipt.module.css'

type Props = {
  /** The receipt as plain text. */
  readonly text: string
  readonly newFileIds: readonly number[]
  /** The address that starts the next upload. */
  readonly again: string
  readonly onAnotherType: () => void
}

/** The actions after an upload, placed above the table because it may be long. */
export function ReceiptActions({ text, newFileIds, again, onAnotherType }: Props) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = async () => {
    setCopied(await writeToClipboard(text))
  }
  return (
    <div className={classes.actions}>
      <Link to={again} className={buttonClass('plain')}>
        Upload again
      </Link>
      <Button onClick={onAnotherType} title="Keeps category, county and description">
        Upload another type
      </Button>
      <Link to={PATHS.documents} state={{ newFileIds }} className={buttonClass('plain')}>
        View uploaded documents
      </Link>
      <Button onClick={() => window.print()}>Print</Button>
      <Button onClick={() => void copy()}>Copy</Button>
      <output className={classes.copied}>
        {copied === true && 'Copied.'}
        {copied === false &&
          'This browser does not let the portal copy. Please select the table and copy it.'}
      </output>
    </div>
  )
}

/** Returns whether the text was copied; this fails over plain HTTP or without permission. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
