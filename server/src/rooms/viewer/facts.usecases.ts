import type { DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import type { PersonContext } from '../../records/context.ts'
import { mayDownload } from '../../records/documents/documents.policy.ts'
import { listLinkedAgents, listLinkedOwners } from '../../records/documents/links.repository.ts'
import { toNamedOwner } from '../../records/documents/owners/named-owner.models.ts'
import { findNamedOwner } from '../../records/documents/owners/named-owner.repository.ts'
import { toUpload } from '../../records/documents/pages/documents-page.models.ts'
import { readQuestions } from '../../records/documents/questions/read-questions.ts'
import { requireDocument } from '../../records/documents/require-document.ts'
import { readPartlyRead } from '../../records/texts/read-text.repository.ts'
import { findUploaderEmail } from './facts.repository.ts'

/** A panel names no more owners and agents. */
const MAX_LINKS = 50

/** Returns what the portal knows of a document, without its content. @throws 404, and 403 for one in the bin. */
export async function factsOfDocument(context: PersonContext, fileId: number): Promise<DocumentFacts> {
  const { database, dictionaries, actor } = context
  const document = await requireDocument(context, fileId, (asked) => mayDownload(actor.person, asked))
  const [uploader, owners, agents, named, questions, partly, names] = await Promise.all([
    findUploaderEmail(database.kysely, document.uploaded_by),
    listLinkedOwners(database.kysely, document, MAX_LINKS),
    listLinkedAgents(database.kysely, fileId, MAX_LINKS),
    findNamedOwner(database.kysely, document),
    readQuestions(database.kysely, document, actor.person),
    readPartlyRead(database.kysely, fileId),
    dictionaries.names([document.county_id]),
  ])
  const relationOf = (relationTypeId: number) => names.relationTypeName(relationTypeId) ?? ''
  return {
    ...toUpload(
      { ...document, uploaded_at: document.uploaded_at.toISOString(), uploaded_by_email: uploader },
      names,
    ),
    Bytes: document.byte_size,
    InBin: document.deleted_at !== null,
    Owners: owners.map(({ organization_name, party_number, relation_type_id }) => ({
      Name: organization_name,
      Number: String(party_number),
      Relation: relationOf(relation_type_id),
    })),
    Agents: agents.map(({ organization_name, legacy_code, relation_type_id }) => ({
      Name: organization_name,
      Number: legacy_code,
      Relation: relationOf(relation_type_id),
    })),
    NamedOwner: named ? toNamedOwner(named) : null,
    OpenQuestion: questions.open,
    LastAnswered: questions.lastAnswered,
    PartlyRead: partly ? { Read: partly.read, Pages: partly.pages } : null,
  }
}
