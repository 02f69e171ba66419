/** `signed out` means that the user signed out on purpose. */
export type SessionNews = 'session changed' | 'signed out'

let channel: BroadcastChannel | null = null

function open(): BroadcastChannel {
  channel ??= new BroadcastChannel('portal session')
  return channel
}

/** Notifies the portal's other tabs in this browser, which share its session. */
export function notifyOtherTabs(news: SessionNews): void {
  const to = open()
  // A channel is limited to one origin: unlike a window's messages, its messages take no target origin.
  Reflect.apply(to.postMessage, to, [news])
}

/** Listens to the portal's other tabs. */
export function onNewsOfOtherTabs(listener: (news: SessionNews) => void): void {
  open().addEventListener('message', ({ data }: MessageEvent<SessionNews>) => listener(data))
}
