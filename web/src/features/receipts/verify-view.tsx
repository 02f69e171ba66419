import { verifyReceipt } from '@portal/contract/receipts/receipts.ts'
import { FILL_ALL_FIELDS } from '@portal/contract/files/upload-errors.ts'
import { readVerifyLink, type VerifyBy } from '@portal/contract/receipts/verify-link.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useSearchParams, Link } from 'react-router'
import { failureText } from '../../lib/failure-text.ts'
import { verify, pathOfReceipt } from '../../lib/receipts.queries.ts'
import type { Verified } from '../../lib/receipts.wire.ts'
import { REQUIRED_FIELD } from '../../lib/required-field.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { OwnReceipts } from './own-receipts.tsx'
import classes from './receipts.module.css'
import { ReceiptFacts } from './receipt-facts.tsx'
import { ReceiptFiles } from './receipt-files.tsx'

const TEXTS: Readonly<Record<Verified['verdict'], string>> = {
  genuine:
    'This receipt is genuine. Please compare what you have in your hand with what the portal says below.',
  damaged:
    'This receipt was issued by the portal, but its stored copy has been altered. Please tell the helpdesk, and do not rely on what is said below.',
  'not genuine': 'No matching receipt was found for your counties. Check the number and the code.',
}

type Outcome = { readonly verified: Verified } | { readonly failure: string }

/** Verifies a receipt, and lists the user's own receipts below. */
export function VerifyView() {
  useTitle('Verify a receipt')
  const [search] = useSearchParams()
  const linked = readVerifyLink(search.get('v'))
  const { outcome, isBusy, submit, refuse } = useVerification(linked)
  const number = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<readonly (string | undefined)[]>([])
  const problemOf = (name: string) => (missing.includes(name) ? REQUIRED_FIELD : null)
  const onInput = ({ currentTarget: { name } }: { readonly currentTarget: HTMLInputElement }) =>
    setMissing((before) => before.filter((each) => each !== name))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const empty = [number.current, code.current].filter((field) => field?.value.trim() === '')
    setMissing(empty.map((field) => field?.name))
    if (empty.length > 0) {
      refuse(FILL_ALL_FIELDS.sentence)
      empty[0]?.focus()
    } else void submit(number.current?.value ?? '', code.current?.value ?? '')
  }
  return (
    <div className={classes.page}>
      <PageHeading>Verify a receipt</PageHeading>
      <form noValidate className={classes.form} onSubmit={onSubmit}>
        <p className={classes.hint}>
          Enter both exactly as printed on the receipt. Capitals, spaces and hyphens do not matter.
        </p>
        <TextField
          ref={number}
          label="Receipt number"
          name="number"
          problem={problemOf('number')}
          onInput={onInput}
          defaultValue={linked?.number}
          autoComplete="off"
          maxLength={100}
          required
        />
        <TextField
          ref={code}
          label="Check code"
          name="code"
          problem={problemOf('code')}
          onInput={onInput}
          defaultValue={linked?.code}
          autoComplete="off"
          maxLength={100}
          required
        />
        <div className={classes.actions}>
          <Button type="submit" look="primary" aria-disabled={isBusy}>
            {isBusy ? 'Verifying...' : 'Verify'}
          </Button>
        </div>
      </form>
      {outcome && 'failure' in outcome && <Notice tone="error">{outcome.failure}</Notice>}
      {outcome && 'verified' in outcome && <Verdict verified={outcome.verified} />}
      <OwnReceipts />
    </div>
  )
}

/** Verifies a linked receipt immediately. */
function useVerification(linked: VerifyBy | null) {
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  /** Clears the previous result first, so that it is never mistaken for this receipt's. */
  const submit = async (number: string, code: string): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    setOutcome(null)
    try {
      setOutcome({ verified: await verify(number, code) })
    } catch (error) {
      setOutcome({ failure: failureText(error, verifyReceipt.fallback) })
    }
    setIsBusy(false)
  }

  const wasAsked = useRef(false)
  useEffect(() => {
    if (linked === null || wasAsked.current) return
    wasAsked.current = true
    void submit(linked.number, linked.code)
  })

  const refuse = (failure: string) => setOutcome({ failure })

  return { outcome, isBusy, submit, refuse }
}

/** The verdict on a receipt, and the portal's own copy of it. */
function Verdict({ verified: { verdict, receipt } }: { readonly verified: Verified }) {
  return (
    <>
      <Notice tone={verdict === 'genuine' ? 'success' : 'error'}>{TEXTS[verdict]}</Notice>
      {receipt && (
        <>
          <p className={classes.onScreen}>
            <Link to={pathOfReceipt(receipt.Number)}>Open the receipt</Link>
          </p>
          <ReceiptFacts receipt={receipt} />
          <ReceiptFiles receipt={receipt} />
        </>
      )}
    </>
  )
}
