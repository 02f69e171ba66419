import { countOf, type Contents, type Matching } from '../../lib/selection/selection.ts'

type Page = { readonly ids: readonly number[]; readonly matching: Matching | null }

/** What a selection contains (R20.4). */
export function containsText(contents: Contents, { ids: page, matching }: Page): string {
  if (contents.kind === 'all') return scopeText(contents)
  const onPage = page.filter((id) => contents.ids.has(id)).length
  const elsewhere = contents.ids.size - onPage
  if (elsewhere === 0 && onPage === page.length && onPage > 1)
    return matching?.total === onPage
      ? `All ${onPage} files are selected`
      : `All ${onPage} on this page are selected`
  return `${selectedText(contents.ids.size)}${elsewhereText(elsewhere, contents.ids.size)}`
}

function selectedText(count: number): string {
  return count === 1 ? '1 file selected' : `${count.toLocaleString('en-US')} files selected`
}

function elsewhereText(elsewhere: number, count: number): string {
  if (elsewhere === 0) return ''
  if (elsewhere === count) return count === 1 ? ', not on this page' : ', none of them on this page'
  return `, ${elsewhere.toLocaleString('en-US')} of them not on this page`
}

/**
 * All that match, such as `1,966 of 1,968 that match Status: New`. The numbers come first, because a narrow bar cuts off
 * the end.
 */
export function scopeText(contents: Extract<Contents, { kind: 'all' }>): string {
  const { total, label, isComplete } = contents.matching
  const count = total.toLocaleString('en-US')
  const selected = countOf(contents).toLocaleString('en-US')
  const all = contents.except.size === 0
  if (label === '') return all ? `All ${count} files` : `${selected} of ${count} files`
  if (isComplete) return `${all ? `All ${count}` : `${selected} of ${count}`} that match ${label}`
  return `${all ? `The ${count}` : `${selected} of the ${count}`} newest that match ${label}`
}

/** The button that selects more; null where nothing more can be selected. */
export type More = { readonly what: 'page' | 'all'; readonly text: string }

/** Selects the page first, and then all that match. */
export function moreOf(contents: Contents, { ids: page, matching }: Page): More | null {
  if (contents.kind === 'all' || page.length === 0) return null
  if (page.some((id) => !contents.ids.has(id)))
    return { what: 'page', text: `Select all ${page.length} on this page` }
  if (matching === null || matching.total <= countOf(contents)) return null
  const count = matching.total.toLocaleString('en-US')
  if (!matching.isComplete) return { what: 'all', text: `Select the ${count} newest that match` }
  return {
    what: 'all',
    text: matching.label === '' ? `Select all ${count} files` : `Select all ${count} that match`,
  }
}
