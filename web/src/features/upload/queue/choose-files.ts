import { ACCEPTED_EXTENSIONS } from '@portal/contract/limits.ts'
import type { ChosenFile } from '../sender/local-files.ts'

type Picker = (options: {
  readonly multiple: true
  readonly types: readonly {
    readonly description: string
    readonly accept: Record<string, readonly string[]>
  }[]
}) => Promise<readonly FileSystemFileHandle[]>

type FolderHandle = FileSystemDirectoryHandle & { values: () => AsyncIterable<FileSystemHandle> }
type FolderPicker = () => Promise<FolderHandle>

type Pickers = { readonly showOpenFilePicker?: Picker; readonly showDirectoryPicker?: FolderPicker }

/**
 * Opens the browser's own file dialog, whose handles survive a reload. Null if the browser has none; an empty list if
 * the user cancels.
 */
export async function pickFiles(): Promise<readonly ChosenFile[] | null> {
  const { showOpenFilePicker } = window as Pickers
  if (!showOpenFilePicker) return null
  const extensions = [...ACCEPTED_EXTENSIONS, 'csv'].map((extension) => `.${extension}`)
  const types = [{ description: 'Documents', accept: { 'application/octet-stream': extensions } }]
  const handles = await givenUp(showOpenFilePicker({ multiple: true, types }))
  return Promise.all((handles ?? []).map((handle) => chosenAt(handle, '')))
}

/** The same for a folder and all files in it. */
export async function pickFolder(): Promise<readonly ChosenFile[] | null> {
  const { showDirectoryPicker } = window as Pickers
  if (!showDirectoryPicker) return null
  const folder = await givenUp(showDirectoryPicker())
  return folder ? filesIn(folder, folder.name) : []
}

/** A file that the form's drop area gives: with its path in a dropped folder, and its handle if it has one. */
type DroppedFile = File & { readonly path?: string; readonly handle?: FileSystemFileHandle }

/** The files of an ordinary file input, or of the form's drop area. */
export function filesOfField(files: Iterable<DroppedFile>): readonly ChosenFile[] {
  return [...files].map((file) => ({ file, handle: file.handle ?? null, folder: folderOf(file) }))
}

function folderOf({ webkitRelativePath, path = '' }: DroppedFile): string {
  const whole = webkitRelativePath || path.replace(/^\.?\//u, '')
  return whole.split('/').slice(0, -1).join('/')
}

type DroppedItem = DataTransferItem & {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/**
 * The dropped files, including all files in dropped folders. Call it inside the event: the browser clears the data
 * afterwards.
 */
export async function readDrop(dropped: DataTransfer): Promise<readonly ChosenFile[]> {
  const items = [...dropped.items].filter(({ kind }) => kind === 'file')
  const reading = items.map((item: DroppedItem) => ({
    handle: item.getAsFileSystemHandle?.() ?? null,
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }))
  const read = reading.map(async ({ handle, entry, file }) => {
    const found = await handle
    if (found?.kind === 'file') return [await chosenAt(found as FileSystemFileHandle, '')]
    if (found?.kind === 'directory') return filesIn(found as FolderHandle, found.name)
    if (entry?.isDirectory) return filesOfEntry(entry as FileSystemDirectoryEntry)
    return file ? [{ file, handle: null, folder: '' }] : []
  })
  return (await Promise.all(read)).flat()
}

async function filesIn(folder: FolderHandle, path: string): Promise<ChosenFile[]> {
  const found: ChosenFile[] = []
  for await (const handle of folder.values()) {
    if (handle.kind === 'file') found.push(await chosenAt(handle, path))
    else found.push(...(await filesIn(handle, `${path}/${handle.name}`)))
  }
  return found
}

async function chosenAt(handle: FileSystemFileHandle, folder: string): Promise<ChosenFile> {
  return { file: await handle.getFile(), handle, folder }
}

/** Reads a dropped folder in browsers without file handles. */
async function filesOfEntry(folder: FileSystemDirectoryEntry): Promise<ChosenFile[]> {
  const path = folder.fullPath.replace(/^\//u, '')
  const reader = folder.createReader()
  const found: ChosenFile[] = []
  while (true) {
    // `readEntries` returns up to a hundred entries per call, and none at the end.
    // oxlint-disable-next-line no-await-in-loop
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return found
    for (const entry of some) {
      // oxlint-disable-next-line no-await-in-loop
      if (entry.isDirectory) found.push(...(await filesOfEntry(entry as FileSystemDirectoryEntry)))
      // oxlint-disable-next-line no-await-in-loop
      else found.push({ file: await fileOfEntry(entry as FileSystemFileEntry), handle: null, folder: path })
    }
  }
}

function fileOfEntry(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Null if the user closed the dialog. */
async function givenUp<T>(picking: Promise<T>): Promise<T | null> {
  try {
    return await picking
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}
