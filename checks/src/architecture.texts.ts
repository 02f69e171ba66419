import { type Expression, type VisitorObject } from 'oxc-parser'

/** The texts of a file, by what the file does with them. */
export type Texts = {
  /** Strings and templates, with `?` for each placeholder. */
  readonly texts: string[]
  /** Texts between the tags of a screen. */
  readonly shown: string[]
  /** Regular expressions, and texts for which the code looks in another text. */
  readonly patterns: string[]
}

type MaybeNode = { readonly type: string } | null | undefined

/** Four words or more in a row. Fewer are often a term, or words of another program such as 'does not exist'. */
const WORDS = /[A-Z]?[a-z]+(?: [a-z]+){3,}/g
/** The methods that compare a text with a part of it. */
const SEARCHES = new Set('startsWith endsWith includes indexOf lastIndexOf match matchAll search'.split(' '))

/** The words that a regular expression matches, without `^`, `$` and `\\b`, which match no characters. */
export function wordsIn(pattern: string): string[] {
  const spaced = pattern.replaceAll(/\\[bB]|[\^$]/g, '').replaceAll(/\\s[+*]?|\s+/g, ' ')
  return spaced.match(WORDS) ?? []
}

/** The texts of several words, each on one line. */
export function sentencesIn({ texts, shown }: Texts): string[] {
  return [...texts, ...shown].map((text) => text.replaceAll(/\s+/g, ' ')).filter((text) => text.includes(' '))
}

export function textVisitor({ texts, shown, patterns }: Texts): VisitorObject {
  const soughtNodes = new Set<unknown>()
  const seek = (node: MaybeNode) => {
    const expression = node as Expression | undefined
    // `String.raw` keeps the backslashes of a pattern.
    const isRaw = expression?.type === 'TaggedTemplateExpression'
    const sought = isRaw ? expression.quasi : expression
    const text = wholeTextOf(sought, isRaw ? 'raw' : 'cooked')
    if (text === undefined) return
    soughtNodes.add(sought)
    patterns.push(text)
  }
  return {
    CallExpression({ callee, arguments: [first] }) {
      const method = callee.type === 'MemberExpression' ? callee.property : callee
      const name = nameOf(method) ?? textOf(method) ?? ''
      if (SEARCHES.has(name) || name === 'RegExp') seek(first)
    },
    NewExpression({ callee, arguments: [first] }) {
      if (nameOf(callee) === 'RegExp') seek(first)
    },
    Literal(node) {
      if (typeof node.value === 'string' && !soughtNodes.has(node)) texts.push(node.value)
      if ('regex' in node) patterns.push(node.regex.pattern)
    },
    TemplateLiteral(node) {
      if (!soughtNodes.has(node)) texts.push(wholeTextOf(node) ?? '')
    },
    JSXText({ value }) {
      shown.push(value)
    },
  }
}

export function nameOf(node: MaybeNode): string | undefined {
  return node && 'name' in node && typeof node.name === 'string' ? node.name : undefined
}

/** The value of a string or of a template without placeholders. */
export function textOf(node: MaybeNode): string | undefined {
  const expression = node as Expression | null | undefined
  if (expression?.type === 'TemplateLiteral' && expression.quasis.length > 1) return undefined
  return wholeTextOf(node)
}

/** The value of a string or template, with `?` for each placeholder. */
function wholeTextOf(node: MaybeNode, part: 'raw' | 'cooked' = 'cooked'): string | undefined {
  const expression = node as Expression | null | undefined
  if (expression?.type === 'Literal' && typeof expression.value === 'string') return expression.value
  if (expression?.type !== 'TemplateLiteral') return undefined
  return expression.quasis.map(({ value }) => value[part] ?? '').join(' ? ')
}
