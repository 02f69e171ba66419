import { createContext, useCallback, useContext, useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { BATCH } from '../facts/batch-address.ts'

/** The form of one file, or the batch. */
type UploadLayout = 'form' | 'batch'

type Switch = (layout: UploadLayout, options?: { readonly replace: boolean }) => void

export const SwitchLayout = createContext<Switch>(() => {})

/**
 * The layout of /add. A switch shows the other layout at once, and the address follows: until it does, the layout
 * that ends would still take files and keys, and lose them.
 */
export function useUploadLayout(): { readonly layout: UploadLayout; readonly switchLayout: Switch } {
  const [search] = useSearchParams()
  const { key } = useLocation()
  const navigate = useNavigate()
  const [switched, setSwitched] = useState<{ readonly layout: UploadLayout; readonly from: string } | null>(
    null,
  )
  const switchLayout = useCallback<Switch>(
    (layout, options) => {
      setSwitched({ layout, from: key })
      void navigate(layout === 'batch' ? `${PATHS.upload}?${BATCH}` : PATHS.upload, options)
    },
    [key, navigate],
  )
  const addressed = search.has(BATCH) ? 'batch' : 'form'
  const layout = switched?.from === key ? switched.layout : addressed
  return useMemo(() => ({ layout, switchLayout }), [layout, switchLayout])
}

export function useSwitchLayout(): Switch {
  return useContext(SwitchLayout)
}
