/** Milliseconds of this thread's processor time for `work`, independent of the load of the machine. */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
