import {
  getNoticeSettings,
  saveNoticeSettings,
  type NoticeSettings,
} from '@portal/contract/notices/notice-mails.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useConfig } from '../../../lib/config.ts'
import { failureText } from '../../../lib/failure-text.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { StatusMessage } from '../form-failure.tsx'
import { AccountSection } from './account-section.tsx'
import classes from './account.module.css'

const settingsQuery = queryOptions({
  queryKey: ['account', 'notices'],
  queryFn: ({ signal }) => call(getNoticeSettings, { signal }),
})

/** Which e-mails about notices the user gets. */
export function NoticesSection() {
  const { data, isError, refetch } = useQuery(settingsQuery)
  return (
    <AccountSection id="notices" title="Notices">
      <div className={classes.form}>
        {data && <NoticesForm settings={data} />}
        {!data && isError && <LoadFailed text={getNoticeSettings.fallback} onRetry={() => void refetch()} />}
        {!data && !isError && (
          <div className={classes.nameAwaited}>
            <Loading>Loading your settings...</Loading>
          </div>
        )}
      </div>
    </AccountSection>
  )
}

const NEVER = 'never'
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const textOf = (hour: number) => `At ${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`

/** Each change is saved at once. */
function NoticesForm({ settings }: { readonly settings: NoticeSettings }) {
  const { timeZone } = useConfig()
  const queryClient = useQueryClient()
  const saving = useMutation({
    mutationFn: (body: NoticeSettings) => call(saveNoticeSettings, { body }),
    onSuccess: (saved) => queryClient.setQueryData(settingsQuery.queryKey, saved),
  })
  const shown = saving.isPending ? saving.variables : settings
  const { mentions, digestHour } = shown
  return (
    <>
      <CheckboxField
        label="E-mail me at once when somebody mentions me"
        isChecked={mentions}
        onChange={(isOn) => saving.mutate({ ...shown, mentions: isOn })}
      />
      <SelectField
        label="Daily e-mail about other notices"
        hint={`In the zone ${timeZone}. No e-mail comes on a day without news.`}
        options={[
          { value: NEVER, label: 'Never' },
          ...HOURS.map((hour) => ({ value: String(hour), label: textOf(hour) })),
        ]}
        value={digestHour === null ? NEVER : String(digestHour)}
        onChange={(value) => saving.mutate({ ...shown, digestHour: value === NEVER ? null : Number(value) })}
      />
      <p role="alert" className={classes.dim}>
        {saving.error && failureText(saving.error, saveNoticeSettings.fallback)}
      </p>
      <StatusMessage>{saving.isSuccess && 'Saved.'}</StatusMessage>
    </>
  )
}
