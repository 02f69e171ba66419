const TABLE = /^CREATE TABLE (\w+) \(\n([\s\S]*?)^\)/gm
const CONSTRAINT = /^(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)\b/

/** Columns without a comment on their line or on the line before, as `table.column`. */
export function uncommentedColumns(sql: string): string[] {
  return [...sql.matchAll(TABLE)].flatMap(([, table, body = '']) => {
    const lines = body.split('\n')
    return lines.flatMap((line, index) => {
      const [, column] = /^ {2}(\w+) /.exec(line) ?? []
      if (column === undefined || CONSTRAINT.test(line.trim())) return []
      const hasComment = line.includes('--') || lines[index - 1]?.trim().startsWith('--') === true
      return hasComment ? [] : [`${table}.${column}`]
    })
  })
}
