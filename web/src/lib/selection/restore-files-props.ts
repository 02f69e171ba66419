/** What the dialog that restores files needs of the recycle bin. */
export type RestoreFilesProps = {
  /** The files to restore; null while the dialog is closed. */
  readonly ids: readonly number[] | null
  /** Called when the run has started, before its result is shown. */
  readonly onStarted: () => void
  /** Called after files were restored, or moved back. */
  readonly onChanged: () => void
  readonly onClose: () => void
}
