/** The relation types of a usual new link, by their names. The firm may rename or remove one. */
export const USUAL_RELATIONS = { owner: 'Owner', agent: 'Property Tax Consultant' } as const
