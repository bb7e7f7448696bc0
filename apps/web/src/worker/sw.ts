/**
 * Lets the installed app begin without a network. What a page of this version was made of is handed in by the page itself
 * (client/offline.ts) and kept together with the page as one version. Answers of the API are never kept here: what a tenant may see of
 * his last state lives with his session and goes with it (client/kept.ts).
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

const PAGE = '/'
const PREFIX = 'stowage '
/** A gate in a cellar: a network that is there and answers nothing is none. */
const PATIENCE_MS = 4000

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('message', (event) => {
  const { files } = event.data as { readonly files?: unknown }
  if (Array.isArray(files)) event.waitUntil(keep(files.filter((file) => typeof file === 'string')))
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate') {
    // Papers, consoles and the help are answers of the server, not screens.
    if (!pathname.startsWith('/api/') && !pathname.startsWith('/help/')) event.respondWith(page(request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
})

worker.addEventListener('push', (event) => event.waitUntil(tell(event.data)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open((event.notification.data as { readonly path: string }).path))
})

/** One sentence that the server has encrypted for this browser; what cannot be read is still told of, as browsers demand. */
async function tell(data: PushMessageData | null): Promise<void> {
  const { title, path, tag } = ((): { title?: unknown; path?: unknown; tag?: unknown } => {
    try {
      return (data?.json() ?? {}) as object
    } catch {
      return {}
    }
  })()
  // Only pages of ours: `//elsewhere` is none, nor `/\elsewhere`, which browsers read as the same.
  const { origin } = worker.location
  const isOurs =
    typeof path === 'string' &&
    path.startsWith('/') &&
    URL.canParse(path, origin) &&
    new URL(path, origin).origin === origin
  await worker.registration.showNotification(typeof title === 'string' ? title : 'Stowage', {
    tag: typeof tag === 'string' ? tag : '',
    icon: '/icon-192.png',
    data: { path: isOurs ? path : PAGE },
  })
}

/** In the window that is open already, else in a new one. */
async function open(path: string): Promise<void> {
  const [shown] = await worker.clients.matchAll({ type: 'window' })
  if (shown === undefined) {
    await worker.clients.openWindow(path)
    return
  }
  // The page is the answer to the click, also where the system does not let its window come to the front.
  await shown.focus().catch(() => undefined)
  await shown.navigate(path)
}

/**
 * Keeps the page with these files, as the only version. A page of another version than the files (somebody has deployed
 * meanwhile) is not kept: the two would not begin together.
 */
async function keep(files: readonly string[]): Promise<void> {
  const answer = await fetch(PAGE, { cache: 'no-cache' })
  if (!answer.ok) return
  const html = await answer.clone().text()
  const entry = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(html)?.[1]
  if (entry === undefined || !files.includes(entry)) return
  const name = PREFIX + entry
  const named = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])
  const cache = await caches.open(name)
  const wanted = [...new Set([...files, ...named])]
  const missing = []
  for (const path of wanted) if (!(await cache.match(path))) missing.push(path)
  try {
    await cache.addAll(missing)
    await cache.put(PAGE, answer)
  } catch {
    // Not whole: the version before stays.
    if (!(await cache.match(PAGE))) await caches.delete(name)
    return
  }
  for (const other of await caches.keys())
    if (other.startsWith(PREFIX) && other !== name) await caches.delete(other)
}

/** The network's page while there is one; every screen is the same page. */
async function page(request: Request): Promise<Response> {
  const kept = await caches.match(PAGE)
  if (!kept) return await fetch(request)
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS)
  try {
    const answer = await fetch(request, { signal: stop.signal })
    // A gateway's word that the server is away.
    return answer.status >= 502 ? kept : answer
  } catch {
    return kept
  } finally {
    clearTimeout(timer)
  }
}

/** Files carry their content in their name: what is here is right. What a screen has loaded once is there without a network too. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  const [name] = (await caches.keys()).filter((each) => each.startsWith(PREFIX))
  if (answer.ok && name !== undefined) await (await caches.open(name)).put(request, answer.clone())
  return answer
}
