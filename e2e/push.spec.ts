import { expect, test } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { demo } from './people.ts'

/** What a push service hands to the browser comes here by the browser's own tools: to subscribe at one needs its maker's servers. */
test('what a push says is shown by the device, and a click opens its page, only ever one of ours', async ({
  newVisitor,
}) => {
  const client = await newVisitor('ru')
  const { page } = client
  const context = page.context()
  await signIn(client, demo.client)
  await page.goto('/my-boxes')
  const base = new URL(page.url()).origin
  await context.grantPermissions(['notifications'], { origin: base })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const devtools = await context.newCDPSession(page)
  let registrationId: string | undefined
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const registration of registrations) registrationId = registration.registrationId
  })
  await devtools.send('ServiceWorker.enable')
  await page.evaluate(
    `navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => true)`,
  )
  await expect.poll(() => registrationId).toBeDefined()
  const push = async (data: string): Promise<void> => {
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: base,
      registrationId: registrationId ?? '',
      data,
    })
  }
  const shown = async () =>
    await page.evaluate<{ title: string; tag: string; path: string }[]>(
      `navigator.serviceWorker.ready
        .then((registration) => registration.getNotifications())
        .then((list) => list.map(({ title, tag, data }) => ({ title, tag, path: data.path })))`,
    )

  // The second of a kind takes the place of the first.
  await push(JSON.stringify({ title: 'Счёт не оплачен', path: '/users', tag: 'left open' }))
  await expect.poll(shown).toHaveLength(1)
  await push(JSON.stringify({ title: 'Ваш бокс не закрыт', path: '/support', tag: 'left open' }))
  await expect.poll(shown).toEqual([{ title: 'Ваш бокс не закрыт', tag: 'left open', path: '/support' }])
  for (const [index, path] of ['//evil.example', '/\\evil.example', 'https://evil.example/', 7].entries()) {
    await push(JSON.stringify({ title: 'x', path, tag: `evil ${index}` }))
    await expect.poll(shown).toContainEqual({ title: 'x', tag: `evil ${index}`, path: '/' })
  }
  // Nothing that can be read is told of as well: a browser takes the right to push away from who is silent.
  await push('{broken')
  await expect.poll(shown).toContainEqual({ title: 'Stowage', tag: '', path: '/' })

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(
    `registration.getNotifications({ tag: 'left open' }).then(([notification]) => {
      dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    })`,
  )
  await expect(page).toHaveURL(/\/support$/)
  await expect.poll(async () => (await shown()).map(({ tag }) => tag)).not.toContain('left open')
})
