import type { Page } from '@playwright/test'

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
    input: main.locator('input[type="file"]'),
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
