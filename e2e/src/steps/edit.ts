import type { Page } from '@playwright/test'
import { expect, type Desk } from '../browser/fixtures.ts'
import { documentsScreen } from './documents.ts'

/** The edit dialog, as people see and hear it. */
export function editDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Edit', exact: true })
  return {
    dialog,
    status: dialog.getByLabel('Status', { exact: true }),
    type: dialog.getByLabel('Attachment Type'),
    description: dialog.getByRole('textbox', { name: 'Description' }),
    save: dialog.getByRole('button', { name: /^Sav(e|ing\.\.\.)$/u }),
    saveAndNext: dialog.getByRole('button', { name: 'Save and next' }),
    cancel: dialog.getByRole('button', { name: 'Cancel', exact: true }),
    close: dialog.getByRole('button', { name: 'Close', exact: true }),
    said: dialog.getByRole('status'),
    failure: dialog.getByRole('alert').filter({ hasText: /./u }),
    question: page.getByRole('alertdialog', { name: 'Close without saving?' }),
    theirs: dialog.getByText('Saved by somebody else').locator('..'),
    mine: dialog.getByText('Your unsaved version').locator('..'),
  }
}

/** Opens the list of one county, and in it the dialog of a document. */
export async function openEditDialog(
  page: Page,
  { county }: Pick<Desk, 'county'>,
  fileId: number,
): Promise<void> {
  await page.goto(`/home?county=${county.CountyID}`)
  const { editButton, menuButton, menu } = documentsScreen(page)
  await editButton(fileId).or(menuButton(fileId)).click()
  if (await menu(fileId).isVisible()) {
    await menu(fileId).getByRole('button', { name: 'Edit', exact: true }).click()
  }
  await expect(editDialog(page).description).toBeVisible()
}

/** The section Rendered of the dialog. */
export function renderedSection(page: Page) {
  const section = editDialog(page).dialog.getByRole('group', { name: 'Rendered', exact: true })
  return {
    section,
    rendered: section.getByRole('checkbox', { name: 'Rendered' }),
    extended: section.getByRole('checkbox', { name: 'Extended' }),
    date: section.getByLabel('Rendered date'),
    shortcut: (day: string) => section.getByRole('button', { name: `Set ${day}` }),
  }
}

/** The section Owner or Agent of the dialog. */
export function linkSection(page: Page, title: 'Owner' | 'Agent') {
  const section = editDialog(page).dialog.getByRole('group', { name: title, exact: true })
  const pending = section.getByRole('list', { name: /^To be linked when you save$/u })
  const assigned = section.getByRole('list', { name: /^Assigned/u })
  return {
    section,
    search: section.getByRole('combobox', { name: title === 'Owner' ? 'Organization' : 'Agent name' }),
    suggestions: section.getByRole('option').and(section.locator('[role="option"]')),
    relation: section.getByLabel('Relation Type'),
    add: section.getByRole('button', { name: `Add ${title.toLowerCase()}` }),
    pending: pending.getByRole('listitem'),
    assigned: assigned.getByRole('listitem'),
    problem: section.getByRole('alert').filter({ hasText: /./u }),
    question: page.getByRole('alertdialog', { name: `Unlink this ${title.toLowerCase()}?` }),
  }
}

/** Types, selects the suggestion with that name, selects the relation and adds the pair. */
export async function addLink(
  page: Page,
  title: 'Owner' | 'Agent',
  { term, name, relation }: { term: string; name: string; relation: string },
): Promise<void> {
  const desk = linkSection(page, title)
  await desk.search.fill(term)
  await desk.suggestions.filter({ hasText: name }).first().click()
  await desk.relation.selectOption(relation)
  await desk.add.click()
}

export type Change = {
  /** The last word of the call's path. */
  readonly part: string | undefined
  readonly body: unknown
  readonly ifMatch: string | undefined
}

/** Collects the changing calls of the page from now on, in order. */
export function watchChanges(page: Page): Change[] {
  const changes: Change[] = []
  page.on('request', (request) => {
    if (!['PATCH', 'DELETE'].includes(request.method())) return
    changes.push({
      part: request.url().split('/').at(-1),
      body: request.postDataJSON(),
      ifMatch: request.headers()['if-match'],
    })
  })
  return changes
}
