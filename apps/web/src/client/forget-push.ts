/**
 * This browser wants to be told no more: whoever sits here next is somebody else, and the server has forgotten it with the sign-in.
 * Left on, the browser would say that it is told.
 */
export async function forgetPush(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return
  const worker = await navigator.serviceWorker.getRegistration()
  const made = await worker?.pushManager.getSubscription()
  await made?.unsubscribe()
}
