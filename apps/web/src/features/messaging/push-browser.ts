import { readPushKey, subscribePush, unsubscribePush } from '@stowage/api/inbox'
import { call } from '../../client/index.ts'

export type PushState = 'unsupported' | 'denied' | 'on' | 'off'

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

const subscription = async (): Promise<PushSubscription | null> => {
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ?? null
}

/** What this browser can and wants. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await subscription()) === null ? 'off' : 'on'
}

/** Asks the person (the browser does), its maker and then us. @returns what it came to */
export async function switchPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return await pushState()
  await navigator.serviceWorker.register('/sw.js')
  const worker = await navigator.serviceWorker.ready
  const { publicKey } = await call(readPushKey)
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = made.toJSON()
  await call(subscribePush, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  })
  return 'on'
}

export async function switchPushOff(): Promise<PushState> {
  const made = await subscription()
  if (made !== null) {
    await call(unsubscribePush, { query: { endpoint: made.endpoint } })
    await made.unsubscribe()
  }
  return 'off'
}
