import type { Page } from '@playwright/test'
import { SAMPLE_FILES } from './files.ts'
import { fileOf, type NamedFile } from './upload.ts'

export const BATCH = '/add?batch'

/** The screen of a batch, as people see and hear it. */
export function queueScreen(page: Page) {
  const main = page.getByRole('main')
  const table = main.getByRole('table', { name: 'Chosen files' })
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const rows = table.locator('tbody').getByRole('row')
  return {
    category: main.getByLabel('Attachment Category'),
    type: main.getByLabel('Attachment Type'),
    county: main.getByLabel('Select County'),
    description: main.getByRole('textbox', { name: 'Description' }),
    owner: main.getByRole('combobox', { name: 'Owner' }),
    relation: main.getByLabel('Relation Type'),
    suggestion: (text: RegExp) => main.getByRole('option', { name: text }),
    about: (whom: string) => main.getByRole('group', { name: whom, exact: true }),
    chooseButton: main.getByRole('button', { name: /drag and drop|^add files$/iu }),
    chip: (name: string) =>
      main
        .getByRole('group', { name: 'Files to show' })
        .getByRole('button', { name: new RegExp(`^${name} \\d+$`, 'u') }),
    preview: main.getByRole('region', { name: 'File at hand' }),
    nextLacking: button('Next that needs more n'),
    sameAsLast: button('Same as the last .'),
    input: main.locator('input[type="file"]').first(),
    table,
    rows,
    // By its own name, because the row of a duplicate names the other file too.
    row: (name: string) => rows.filter({ has: page.locator('th', { hasText: name }) }),
    select: (name: string) => table.getByRole('checkbox', { name: `Select ${name}`, exact: true }),
    selectAll: table.getByRole('checkbox', { name: 'Select all files' }),
    remove: (name: string) => table.getByRole('button', { name: `Remove ${name}`, exact: true }),
    progress: (name: string) => table.getByRole('progressbar', { name: `Upload of ${name}`, exact: true }),
    problem: main.getByRole('alert').filter({ hasText: /./u }),
    submit: button('Upload Files'),
    pause: button('Pause'),
    resume: button('Resume'),
    chooseAgain: button('Choose the files again'),
    removeAll: button('Remove all'),
    cancel: button('Cancel'),
    succeeded: page.getByRole('heading', { name: 'Upload successful!', exact: true }),
    receipt: page.getByRole('table', { name: 'Stored files' }),
  }
}

/** Small files with different bytes. */
export function smallFiles(
  count: number,
  nameOf = (number: number) => `rendition-${number}.pdf`,
): NamedFile[] {
  return Array.from({ length: count }, (_, index) =>
    fileOf(nameOf(index + 1), Buffer.concat([SAMPLE_FILES.pdf, Buffer.from(`% ${index + 1}\n`)])),
  )
}

/** A file of this many bytes. */
export function largeFile(name: string, bytes: number): NamedFile {
  return fileOf(name, Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(bytes - SAMPLE_FILES.pdf.length, 'x')]))
}

/** Fills in the details for all files, like an ordinary user. */
export async function fillForAll(page: Page, description = 'Rendition of the gas plant'): Promise<void> {
  const { category, type, description: text } = queueScreen(page)
  await category.selectOption('Industrial')
  await type.selectOption('Rendition')
  await text.fill(description)
}

/** Limits the upload speed to this many bytes a second. Without a number there is no limit; 0 stops it. */
export async function slowLine(page: Page, bytesPerSecond = -1): Promise<void> {
  const network = await page.context().newCDPSession(page)
  const offline = bytesPerSecond === 0
  const line = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond }
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', line)
}

/** Pastes rows of a spreadsheet on the screen, wherever the focus is. */
export async function pasteRows(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      ;(document.activeElement ?? document.body).dispatchEvent(paste)
    },
    rows.map((cells) => cells.join('\t')).join('\n'),
  )
}

/** The dialog with the preview of a spreadsheet. */
export function sheetDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Fill in from a spreadsheet' })
  return {
    dialog,
    list: (title: string) => dialog.getByRole('list', { name: title, exact: true }).getByRole('listitem'),
    fill: dialog.getByRole('button', { name: /^Fill in \d+ files?$/u }),
    cancel: dialog.getByRole('button', { name: 'Cancel', exact: true }),
    rows: dialog.getByLabel('Rows of the spreadsheet'),
    show: dialog.getByRole('button', { name: 'Preview' }),
  }
}

export type StoredEntry = {
  readonly name: string
  readonly size: number
  readonly lastModified: number
  readonly sha256: string | null
}

/** The queue's files as the browser stores them for the next opening of its page. */
export async function keptEntries(page: Page): Promise<StoredEntry[]> {
  return page.evaluate(async () => {
    const database = (await indexedDB.databases()).find(({ name }) => name?.startsWith('portal queue'))
    if (!database?.name) return []
    const opening = indexedDB.open(database.name)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('entries').objectStore('entries').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    return (reading.result as { entry: StoredEntry }[]).map(
      ({ entry: { name, size, lastModified, sha256 } }) => ({
        name,
        size,
        lastModified,
        sha256,
      }),
    )
  })
}
