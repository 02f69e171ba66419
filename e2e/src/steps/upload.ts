import type { Locator, Page } from '@playwright/test'

export const UPLOAD_CALL = '**/api/files/upload'

export type NamedFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

/** A file as the browser's file picker gives it. */
export function fileOf(name: string, buffer: Buffer): NamedFile {
  return { name, mimeType: 'application/octet-stream', buffer }
}

/** The upload form and its receipt, by what people see and hear of them. */
export function uploadScreen(page: Page) {
  const main = page.getByRole('main')
  const files = page.getByRole('list', { name: 'Chosen files' })
  return {
    category: main.getByLabel('Attachment Category'),
    type: main.getByLabel('Attachment Type'),
    county: main.getByLabel('Select County'),
    description: main.getByRole('textbox', { name: 'Description' }),
    chooseButton: main.getByRole('button', { name: /drag and drop/iu }),
    // A batch also has a field for folders.
    input: main.locator('input[type="file"]').first(),
    submit: main.getByRole('button', { name: /^Upload(ing\.\.\.| Files)$/u }),
    cancel: main.getByRole('button', { name: 'Cancel', exact: true }),
    problem: main.getByRole('alert').filter({ hasText: /./u }),
    files: files.getByRole('listitem'),
    file: (name: string) => files.getByRole('listitem').filter({ hasText: name }),
    progress: (name: string) => page.getByRole('progressbar', { name: `Upload of ${name}`, exact: true }),
    remove: (name: string) =>
      page.getByRole('button', {
        name: new RegExp(`^Remove ${RegExp.escape(name)}$`, 'u'),
      }),
    succeeded: page.getByRole('heading', { name: 'Upload successful!', exact: true }),
    receipt: page.getByRole('table', { name: 'Stored files' }),
    again: page.getByRole('link', { name: 'Upload again' }),
    view: page.getByRole('link', { name: 'View uploaded documents' }),
    confetti: page.locator('canvas'),
  }
}

/** Fills all but the files, as an ordinary user does. */
export async function fillFields(page: Page, description = 'Rendition of the gas plant'): Promise<void> {
  const form = uploadScreen(page)
  await form.category.selectOption('Industrial')
  await form.type.selectOption('Rendition')
  await form.description.fill(description)
}

/** Lets the calls of the upload go on one by one, and counts those that wait. */
export async function gateUploads(page: Page) {
  const waiting: (() => void)[] = []
  let begun = 0
  await page.route(UPLOAD_CALL, async (route) => {
    begun += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue().catch(() => {})
  })
  return {
    begun: () => begun,
    letOneGo: () => waiting.shift()?.(),
    letAllGo: () => {
      for (const go of waiting.splice(0)) go()
    },
  }
}

/** Drops files of these names on something, as a hand does; whether the portal took the event from the browser. */
export async function dropFiles(on: Locator, names: readonly string[]): Promise<{ isTaken: boolean }> {
  return on.evaluate((element, names) => {
    const dataTransfer = new DataTransfer()
    for (const name of names) dataTransfer.items.add(new File(['%PDF-1.7'], name))
    const hover = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true })
    element.dispatchEvent(hover)
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    element.dispatchEvent(drop)
    return { isTaken: hover.defaultPrevented && drop.defaultPrevented }
  }, names)
}
