import { useEffect } from 'react'

/** A file that is dropped beside a drop area would be opened in place of the portal, with all that is typed in it. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragover', refuseFiles, { signal })
    window.addEventListener('drop', refuseFiles, { signal })
    return () => listening.abort()
  }, [])
}

/** Whoever wants the files has taken them before the event comes here. */
function refuseFiles(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}
