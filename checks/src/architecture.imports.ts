export type Import = { readonly specifier: string; readonly isType: boolean }

/** A comment, a string or a template: what must not be mistaken for code. */
const NOT_CODE = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

/** Both read code whose strings are replaced by their numbers. */
const STATIC = /(?<![\w.$])(?:import|export)\s+(?<type>type\s+)?(?:[\w$\s{},*]+?\bfrom\s*)?'(?<text>\d+)'/g
const DYNAMIC = /(?<![\w.$])import\(\s*'(?<text>\d+)'/g

/**
 * All imports and re-exports of a TypeScript file, dynamic ones among them.
 * It reads the text, because this TypeScript has no compiler interface to ask.
 */
export function readImports(source: string): Import[] {
  const texts: string[] = []
  const code = source.replace(NOT_CODE, (piece) =>
    isComment(piece) ? ' ' : `'${texts.push(piece.slice(1, -1)) - 1}'`,
  )
  return [...code.matchAll(STATIC), ...code.matchAll(DYNAMIC)].map(({ groups }) => ({
    specifier: texts[Number(groups?.['text'])] ?? '',
    isType: groups?.['type'] !== undefined,
  }))
}

/** The code alone: without comments, and with every text emptied. */
export function codeOf(source: string): string {
  return source.replace(NOT_CODE, (piece) => {
    if (isComment(piece)) return ' '
    return piece.startsWith('`') ? insertsOf(piece) : "''"
  })
}

function isComment(piece: string): boolean {
  return piece.startsWith('/')
}

/** What a template computes is code, the rest of it is not. */
function insertsOf(template: string): string {
  return [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, code]) => `(${code ?? ''})`).join(';')
}
