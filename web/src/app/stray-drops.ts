/** Blocks file drops outside a drop area: the file would replace the portal in the tab, and input would be lost. */
export function refuseStrayDrops(): void {
  for (const event of ['dragover', 'drop'] as const) addEventListener(event, refuseFiles)
}

/** A drop area handles its files before the event reaches this handler. */
function refuseFiles(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}
