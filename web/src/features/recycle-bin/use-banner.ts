import { useCallback, useState } from 'react'

type Banner = { readonly id: number; readonly tone: 'success' | 'error'; readonly text: string }

/** The status banner: one outcome at a time, until the next try. */
export function useBanner() {
  const [banner, setBanner] = useState<Banner | null>(null)
  const tell = useCallback(
    (tone: Banner['tone'], text: string) =>
      setBanner((before) => ({ id: (before?.id ?? 0) + 1, tone, text })),
    [],
  )
  const dismiss = useCallback(() => setBanner(null), [])
  return { banner, tell, dismiss }
}

export type StatusBanner = ReturnType<typeof useBanner>
