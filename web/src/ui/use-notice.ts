import { useCallback, useState } from 'react'

/** The text of a notice, and whether it reports a success or an error. */
export type NoticeContent = { readonly tone: 'success' | 'warning' | 'error'; readonly text: string }

/** The notice of a screen: shows one outcome until the next. A new `id` separates a notice from the previous one. */
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
