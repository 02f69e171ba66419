type Document = { readonly id: number; readonly fileName: string }

/** The name with ` (file id)` before its extension. */
function nameWithId({ id, fileName }: Document): string {
  const dot = fileName.lastIndexOf('.')
  const end = dot > 0 ? dot : fileName.length
  return `${fileName.slice(0, end)} (${id})${fileName.slice(end)}`
}

/**
 * The names of a list of documents, no two alike: where file names repeat, each gets its file id. So does a document whose
 * own name is what another one's would be with its id, even while that one goes without: a name with an id in it always
 * means that document.
 */
export function attachmentNames(documents: readonly Document[]): string[] {
  const seen = new Set<string>()
  const taken = new Set(documents.map(nameWithId))
  for (const { fileName } of documents) (seen.has(fileName) ? taken : seen).add(fileName)
  return documents.map((document) =>
    taken.has(document.fileName) ? nameWithId(document) : document.fileName,
  )
}

/** The one document that a name means, with or without its file id; undefined where it is none, or one of several. */
export function findDocumentByName<D extends Document>(documents: readonly D[], name: string): D | undefined {
  const withId = documents.find((document) => nameWithId(document) === name)
  if (withId) return withId
  const [only, another] = documents.filter(({ fileName }) => fileName === name)
  return another ? undefined : only
}
