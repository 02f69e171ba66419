/** A file dropped beside a drop area would replace the portal in the tab, and everything typed would be lost. */
export function refuseStrayDrops(): void {
  for (const event of ['dragover', 'drop'] as const) addEventListener(event, refuseFiles)
}

/** A drop area has already taken its files before the event gets here. */
function refuseFiles(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}
