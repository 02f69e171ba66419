import { listJobs, listRefusedMails, retryJob } from '@portal/contract/operations/jobs.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { failureText } from '../../../lib/failure-text.ts'
import { useNotice } from '../../../ui/use-notice.ts'
import { retriedText } from './job-texts.ts'
import { readJobsAddress, writeJobsAddress, type JobsAddress } from './jobs-address.ts'
import { JOBS_KEY, jobsQuery, refusedMailsQuery, sendRetry } from './jobs.queries.ts'

/** Jobs and mail: the page that the address names, the ways to another one, and trying again. */
export function useJobsScreen() {
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const address = readJobsAddress(params)
  const jobs = useQuery(jobsQuery(address))
  const mails = useQuery(refusedMailsQuery(address))
  const shown = address.list === 'refused' ? mails : jobs
  const { notice, show, dismiss } = useNotice()
  const forget = () => void queryClient.invalidateQueries({ queryKey: JOBS_KEY })
  const { mutate, isPending } = useMutation({
    mutationFn: sendRetry,
    onSuccess: (answer) => show({ tone: 'success', text: retriedText(answer) }),
    onError: (failure) => show({ tone: 'error', text: failureText(failure, retryJob.fallback) }),
    onSettled: forget,
  })
  const go = (next: JobsAddress) => setParams(writeJobsAddress(next))
  const fallback = (address.list === 'refused' ? listRefusedMails : listJobs).fallback
  return {
    address,
    kinds: jobs.data?.kinds ?? null,
    jobs: jobs.data?.jobs ?? null,
    mails: mails.data?.mails ?? null,
    next: shown.data?.next ?? null,
    isStale: shown.isPlaceholderData,
    isLoading: shown.isFetching && shown.error === null,
    failure: shown.error === null ? null : failureText(shown.error, fallback),
    narrow: (change: Partial<Pick<JobsAddress, 'list' | 'kind'>>) =>
      go({ ...address, ...change, after: null }),
    goAfter: (after: string) => go({ ...address, after }),
    goToTop: () => go({ ...address, after: null }),
    reload: forget,
    retry: mutate,
    isRetrying: isPending,
    notice,
    dismiss,
  }
}

export type JobsScreen = ReturnType<typeof useJobsScreen>
