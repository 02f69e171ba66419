/** A metric of the portal: each label with its possible values; null if there are too many to list. */
export type KnownMetrics = ReadonlyMap<string, Readonly<Record<string, readonly string[] | null>>>

/** The labels that Prometheus itself adds to every series, and the one series that it creates. */
const LABELS_OF_PROMETHEUS = new Set(['job', 'instance'])
const UP = 'up'

/** The words of PromQL that the queries need. */
const WORDS = new Set('abs absent and by changes histogram_quantile max min on rate sum'.split(' '))

/** Every query of a Grafana dashboard. */
export function queriesOfBoard(json: string): string[] {
  const queries: string[] = []
  JSON.parse(json, (key, value: unknown) => {
    if (key === 'expr' && typeof value === 'string') queries.push(value)
    return value
  })
  return queries
}

/** Every query of a file of alert rules. @throws Error if an alert has no query on a line of its own. */
export function queriesOfRules(yaml: string): string[] {
  const queries = [...yaml.matchAll(/^\s+expr: (.+)$/gmu)].map(([, query = '']) => query)
  const alerts = yaml.match(/^\s+- alert: /gmu) ?? []
  if (alerts.length !== queries.length) throw new Error('Each alert needs its expr in one line.')
  return queries
}

/** The errors of a query, one sentence each: an unknown metric, label or label value. */
export function queryBreaches(query: string, known: KnownMetrics): string[] {
  const selected = [...query.matchAll(/([a-z_]\w*)\{([^}]*)\}/gu)].flatMap(([, metric = '', labels = '']) =>
    selectorBreaches({ metric, labels }, known),
  )
  const grouped = [...query.matchAll(/\b(?:by|on) \(([^)]*)\)/gu)].flatMap(([, labels = '']) =>
    namesOf(labels)
      .filter((label) => !isLabelIn(query, { label, known }))
      .map((label) => `no label ${label}`),
  )
  const bare = query.replaceAll(/\{[^}]*\}|\[[^\]]*\]/gu, ' ').replaceAll(/\b(by|on) \([^)]*\)/gu, ' ')
  const unknown = (bare.match(/\b[a-z_]\w*/gu) ?? [])
    .filter((word) => word !== UP && !WORDS.has(word) && !known.has(word))
    .map((word) => `no metric ${word}`)
  return [...selected, ...grouped, ...unknown].map((breach) => `${breach}: ${query}`)
}

type Selector = { readonly metric: string; readonly labels: string }

function selectorBreaches({ metric, labels }: Selector, known: KnownMetrics): string[] {
  return [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/gu)].flatMap(
    ([, label = '', value = '']) => {
      if (LABELS_OF_PROMETHEUS.has(label)) return []
      const values = known.get(metric)?.[label]
      if (values === undefined) return [`${metric} has no label ${label}`]
      return values === null || values.includes(value) ? [] : [`${metric} has no ${label} ${value}`]
    },
  )
}

function isLabelIn(query: string, { label, known }: { label: string; known: KnownMetrics }): boolean {
  const used = [...known].filter(([metric]) => new RegExp(`\\b${metric}\\b`, 'u').test(query))
  return LABELS_OF_PROMETHEUS.has(label) || used.some(([, labels]) => label in labels)
}

const namesOf = (list: string): string[] => list.match(/\w+/gu) ?? []
