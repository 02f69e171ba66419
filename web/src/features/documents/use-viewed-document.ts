import type { Upload } from '@portal/contract/files/files.ts'
import { useSearchParams } from 'react-router'
import { numberIn } from '../../lib/address-number.ts'

/** The parameter of the address with the document in the panel: `/home?view=2054`, or the first row: `?view=first`. */
const VIEW = 'view'
const FIRST = 'first'

/** The document in the panel, and its neighbors in the list as it is shown. */
export function useViewedDocument(rows: readonly Upload[] = []) {
  const [params, setParams] = useSearchParams()
  const named = params.get(VIEW) ?? ''
  const fileId = named === FIRST ? (rows[0]?.FileID ?? null) : (numberIn(named) ?? null)
  const at = rows.findIndex(({ FileID }) => FileID === fileId)
  const show = (id: number | null, { isStep }: { readonly isStep: boolean }) =>
    setParams(
      (before) => {
        if (id === null) before.delete(VIEW)
        else before.set(VIEW, String(id))
        return before
      },
      { replace: isStep, preventScrollReset: true },
    )
  return {
    fileId,
    previous: rows[at - 1]?.FileID ?? null,
    next: (at === -1 ? undefined : rows[at + 1])?.FileID ?? null,
    /** Back closes the panel, however many documents it has shown. */
    open: (id: number) => show(id, { isStep: fileId !== null }),
    close: () => {
      show(null, { isStep: true })
      focusRow(fileId)
    },
  }
}

/** The control that opens the panel, once the panel is gone. */
function focusRow(fileId: number | null): void {
  requestAnimationFrame(() => {
    const opener = document.querySelector<HTMLElement>(`tr[data-key="${fileId}"] [data-preview]`)
    opener?.focus({ preventScroll: true })
    opener?.scrollIntoView({ block: 'nearest' })
  })
}
