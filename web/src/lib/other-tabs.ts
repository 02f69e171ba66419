/** `signed out`: on purpose. */
export type News = 'session changed' | 'signed out'

let channel: BroadcastChannel | null = null

function open(): BroadcastChannel {
  channel ??= new BroadcastChannel('portal session')
  return channel
}

/** Tells the portal's other tabs in this browser: they share its session. */
export function tellOtherTabs(news: News): void {
  const to = open()
  // A channel is of one origin: unlike a window's messages, its own name none.
  Reflect.apply(to.postMessage, to, [news])
}

/** Hears what other tabs tell. */
export function onNewsOfOtherTabs(listener: (news: News) => void): void {
  open().addEventListener('message', ({ data }: MessageEvent<News>) => listener(data))
}
