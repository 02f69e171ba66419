import { useParams } from 'react-router'
import { ReceiptView } from './receipt-view.tsx'
import { VerifyView } from './verify-view.tsx'

/** /receipts/:number shows a receipt; /receipts verifies one. */
export function ReceiptsPage() {
  const { number } = useParams<'number'>()
  return number === undefined ? <VerifyView /> : <ReceiptView key={number} number={number} />
}
