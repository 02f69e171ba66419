import { countOf, type Contents, type Matching } from '../../../lib/selection/selection.ts'

type Page = { readonly ids: readonly number[]; readonly matching: Matching | null }

/** What a selection contains (R20.4). */
export function containsText(contents: Contents, { ids: page, matching }: Page): string {
  if (contents.kind === 'all') {
    const { size } = contents.except
    return `${matchingText(contents.matching)}${size === 0 ? '' : ` except ${size.toLocaleString('en-US')}`}`
  }
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

/** All that match, such as `All 1,968 that match Status: New`. */
function matchingText({ total, label, isComplete }: Matching): string {
  const count = total.toLocaleString('en-US')
  if (label === '') return `All ${count} files`
  return isComplete ? `All ${count} that match ${label}` : `The ${count} newest that match ${label}`
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
