import { useCallback, useState } from 'react'

/** What a notice says, and whether it is good news. */
export type NoticeContent = { readonly tone: 'success' | 'error'; readonly text: string }

/** The notice of a screen: one outcome at a time, until the next one. `id` tells one from the one before it. */
export function useNotice<Content extends NoticeContent = NoticeContent>() {
  const [notice, setNotice] = useState<(Content & { readonly id: number }) | null>(null)
  const show = useCallback(
    (content: Content) => setNotice((before) => ({ ...content, id: (before?.id ?? 0) + 1 })),
    [],
  )
  const dismiss = useCallback(() => setNotice(null), [])
  return { notice, show, dismiss }
}

export type ScreenNotice = ReturnType<typeof useNotice>
