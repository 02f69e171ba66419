import { useParams } from 'react-router'
import { ReceiptView } from './receipt-view.tsx'
import { VerifyView } from './verify-view.tsx'

/** /receipts/:number: a receipt; /receipts: whether one that somebody holds in their hand is genuine. */
export function ReceiptsPage() {
  const { number } = useParams<'number'>()
  return number === undefined ? <VerifyView /> : <ReceiptView key={number} number={number} />
}
