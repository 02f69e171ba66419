import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { StatusMessage } from '../../status-message.tsx'
import classes from '../account.module.css'
import own from './second-factor.module.css'

type Props = { readonly codes: readonly string[]; readonly onDone: () => void }

/** The recovery codes, this once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const [outcome, setOutcome] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(codes.join('\n')).then(
      () => true,
      () => false,
    )
    setOutcome(isCopied ? 'The codes were copied.' : 'The codes could not be copied. Please print them.')
  }
  return (
    <>
      <div className={own.paper}>
        <h3 ref={heading} tabIndex={-1} className={own.heading}>
          Your recovery codes
        </h3>
        <p>
          Each of these signs you in once where you do not have your phone. Keep them apart from it: they are
          shown only now.
        </p>
        <ul className={own.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => window.print()}>Print</Button>
        <Button look="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
      <StatusMessage>{outcome}</StatusMessage>
    </>
  )
}
