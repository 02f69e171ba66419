/** Reference data of every new portal: a few types of two categories. */
export const TYPE = {
  industrialRendition: { category: 1, id: 1, name: 'Rendition' },
  industrialExtension: { category: 1, id: 2, name: 'Extension Request' },
  mineralRendition: { category: 2, id: 13, name: 'Rendition' },
  mineralDivisionOrder: { category: 2, id: 14, name: 'Division Order' },
} as const
