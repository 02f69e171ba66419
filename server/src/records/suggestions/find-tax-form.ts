import type { Place, TextPage } from './mentions.ts'
import { TAX_FORMS, type TaxForm } from './tax-forms.ts'

export type FoundForm = { readonly forms: readonly TaxForm[]; readonly place: Place }

/** A form names itself on its first page. A cover letter may come before it. */
const FORM_PAGES = 2
const NUMBER = /(?<![\d.-])(?:50-\d{3}|22\.15)(?:-[a-z])?(?![\d-])/giu
/** A line of a head or foot has few words next to its title. In a sentence, a number only mentions the form. */
const MAX_OTHER_WORDS = 4
/** Characters. */
const MAX_LINE_LENGTH = 200
const OF_FORM =
  /texas|comptroller|public|accounts|form|rev(?:ised)?|page|of|county|property|tax|confidential/giu

/**
 * The form that the document is: its number is in the head or foot of a page, and its title on the same page. Null
 * without one, and if several forms are in it.
 */
export function findTaxForm(pages: readonly TextPage[]): FoundForm | null {
  const found = pages.filter(({ page }) => page <= FORM_PAGES).flatMap(formsOnPage)
  const numbers = new Set(found.map(({ form }) => form.number))
  const [first] = found
  if (!first || numbers.size > 1) return null
  return { forms: found.map(({ form }) => form), place: first.place }
}

function formsOnPage(page: TextPage): { form: TaxForm; place: Place }[] {
  const folded = plain(page.text)
  return [...page.text.matchAll(NUMBER)].flatMap(({ 0: raw, index: start }) => {
    const number = raw.replace(/-[a-z]$/i, '')
    const forms = TAX_FORMS.filter((form) => form.number === number && folded.includes(plain(form.title)))
    const place = { page, start, end: start + raw.length }
    return forms.filter((form) => isHeading(place, form)).map((form) => ({ form, place }))
  })
}

function isHeading({ page: { text }, start, end }: Place, { title }: TaxForm): boolean {
  const next = text.indexOf('\n', end)
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, next === -1 ? text.length : next)
  if (line.length > MAX_LINE_LENGTH) return false
  const ofTitle = new Set(plain(title).trim().split(' '))
  const others = plain(line.replaceAll(OF_FORM, ' ')).match(/[a-z]{2,}/g) ?? []
  return others.filter((word) => !ofTitle.has(word)).length <= MAX_OTHER_WORDS
}

/** Words apart by single blanks, and one before and after. */
function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim()} `
}
