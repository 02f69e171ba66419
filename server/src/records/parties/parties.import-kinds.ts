import { readNumber, readRequiredText, readText } from '../imports/cells.ts'
import type { Column, ImportKind } from '../imports/import-kind.ts'
import { writeAgents } from './agents-import.repository.ts'
import { writeOrganizations } from './organizations-import.repository.ts'

/** Parties of the firm under the county's names for them. The most recently loaded file sets the firm's name. */
export const organizationImport: ImportKind = {
  name: 'organizations',
  action: 'organizations.imported',
  columns: [
    { header: 'Id', name: 'party_number', type: 'integer', isRequired: true, read: readNumber },
    {
      header: 'OrganizationName',
      name: 'organization_name',
      type: 'text',
      isRequired: true,
      read: readRequiredText,
    },
    { header: 'Name', name: 'name', type: 'text', isRequired: true, read: readText },
  ],
  write: writeOrganizations,
}

/** Agents of the firm who work in the county. Columns that the file lacks stay unchanged. */
export const agentImport: ImportKind = {
  name: 'agents',
  action: 'agents.imported',
  columns: [
    { header: 'AgentNbr', name: 'agent_number', type: 'integer', isRequired: true, read: readNumber },
    {
      header: 'OrganizationName',
      name: 'organization_name',
      type: 'text',
      isRequired: true,
      read: readRequiredText,
    },
    optionalText('LegacyCode', 'legacy_code'),
    optionalText('Address1', 'address_1'),
    optionalText('Address2', 'address_2'),
    optionalText('Address3', 'address_3'),
    optionalText('City', 'city'),
    optionalText('StateName', 'state_name'),
    optionalText('StateAbbreviation', 'state_abbreviation'),
    optionalText('PostalCode', 'postal_code'),
  ],
  write: writeAgents,
}

function optionalText(header: string, name: string): Column {
  return { header, name, type: 'text', isRequired: false, read: readText }
}
