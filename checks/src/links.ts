import { dirname, join, normalize } from 'node:path'

/** Pages by their path in the checkout, and a function that says whether another path exists. */
export type Pages = {
  readonly pages: ReadonlyMap<string, string>
  readonly exists: (path: string) => boolean
}

/** Broken links of the pages within the checkout: `page > link`. */
export function brokenLinks({ pages, exists }: Pages): string[] {
  return [...pages].flatMap(([path, text]) =>
    linksOf(text)
      .filter((link) => !leadsSomewhere(link, { path, pages, exists }))
      .map((link) => `${path} > ${link}`),
  )
}

function leadsSomewhere(link: string, { path, pages, exists }: Pages & { readonly path: string }): boolean {
  const [file = '', heading] = link.split('#')
  const target = file === '' ? path : normalize(join(dirname(path), file))
  if (heading === undefined) return exists(target)
  return headingsOf(pages.get(target) ?? '').includes(heading)
}

/** The targets of links, except links to other hosts. */
function linksOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/gu)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/u.test(link))
}

const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]*`/gu, '')

/** The heading anchors, as GitHub generates them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(/\s/gu, '-'),
  )
}
