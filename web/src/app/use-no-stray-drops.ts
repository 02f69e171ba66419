import { useEffect } from 'react'

/** A file dropped beside a drop area would replace the portal in the tab, and everything typed would be lost. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragover', refuseFiles, { signal })
    window.addEventListener('drop', refuseFiles, { signal })
    return () => listening.abort()
  }, [])
}

/** A drop area has already taken its files before the event gets here. */
function refuseFiles(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}
