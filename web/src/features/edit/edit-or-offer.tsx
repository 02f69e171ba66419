import { EditForm, type EditFormProps } from './edit-form.tsx'
import { PART_LABEL } from './edit-texts.ts'
import { KeptOffer } from './kept-offer.tsx'
import { useKeptOffer } from './use-kept-edit.ts'

/** The form of one document; before it a question, where this person has typed something here that was never saved. */
export function EditOrOffer(props: Omit<EditFormProps, 'kept'>) {
  const { parts, brought, bring, discard } = useKeptOffer(props.record)
  return parts.length > 0 ? (
    <KeptOffer
      record={props.record}
      parts={parts.map((part) => PART_LABEL[part])}
      onBring={bring}
      onDiscard={discard}
    />
  ) : (
    <EditForm {...props} kept={brought} />
  )
}
