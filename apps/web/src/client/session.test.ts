import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { getUser, me, updateUser } from '@stowage/api/accounts'
import { fetchBoxes } from '@stowage/api/catalog'
import { keepLanguage } from '../features/accounts/keep-language.ts'
import { call } from './call.ts'
import { createQueryClient, ensureAnswer, keyOf, queryOf } from './query.ts'
import { onSignedOut } from './refresh.ts'
import { enter, follow, leave, signOut, userQuery, type CurrentUser } from './session.ts'

import { json, kept, refused, sent, serve } from './browser.fixture.ts'

const tokenOf = (sub: string, more = {}, at = 1) =>
  `h.${btoa(JSON.stringify({ sub, ...more, iat: at })).replaceAll('=', '')}.s`
const anna = tokenOf('anna')
const boris = tokenOf('boris')
/** Answered when the test says so. */
function held(): { readonly answer: () => Promise<Response>; readonly now: (response: Response) => void } {
  const { promise, resolve } = Promise.withResolvers<Response>()
  return { answer: async () => await promise, now: resolve }
}

test('what was asked as one person is never answered to another, or to nobody', async () => {
  const late = held()
  serve({ 'GET /api/auth/me': late.answer })
  kept.set('accessToken', anna)
  const asked = call(me)
  kept.set('accessToken', boris)
  late.now(json({ _id: 'anna' }))
  await expect(asked).rejects.toMatchObject({ status: 401 })

  kept.set('accessToken', tokenOf('boris', { act: { sub: 'anna' } }))
  const asActed = held()
  serve({ 'GET /api/auth/me': asActed.answer })
  const acted = call(me)
  kept.set('accessToken', boris)
  asActed.now(json({ _id: 'boris' }))
  await expect(acted).rejects.toMatchObject({ status: 401 })
})

test('who has refreshed the token meanwhile is the same person', async () => {
  const late = held()
  serve({ 'GET /api/auth/me': late.answer })
  kept.set('accessToken', anna)
  const asked = call(me)
  kept.set('accessToken', tokenOf('anna', {}, 2))
  late.now(json({ _id: 'anna' }))
  expect(await asked).toEqual({ id: 'anna' })
})

test('a deed of an ended session is not repeated in the name of who signed in after it', async () => {
  kept.set('accessToken', anna)
  serve({
    'PUT /api/users/anna': () => {
      kept.set('accessToken', boris)
      return refused(401, 9003)
    },
  })
  const left = vi.fn<() => void>()
  const stop = onSignedOut(left)
  await expect(call(updateUser, { params: { id: 'anna' }, body: { phone: '1' } })).rejects.toMatchObject({
    status: 401,
  })
  stop()
  expect(sent).toHaveLength(1)
  expect(left).not.toHaveBeenCalled()
  expect(kept.get('accessToken')).toBe(boris)
})

test('signing out while the session is being refreshed brings no token back', async () => {
  const late = held()
  kept.set('accessToken', anna)
  const freshAnna = tokenOf('anna', {}, 2)
  serve({
    [`GET /api/users/anna ${anna}`]: () => refused(401, 9003),
    [`GET /api/users/anna ${freshAnna}`]: () => json({ _id: 'anna' }),
    'POST /api/auth/refresh': late.answer,
    'POST /api/auth/logout': () => json({}),
  })
  const asked = call(getUser, { params: { id: 'anna' } }).catch((thrown: unknown) => thrown)
  await vi.waitFor(() => expect(sent.at(-1)?.url).toBe('/api/auth/refresh'), { timeout: 30_000 })
  await signOut(createQueryClient(() => undefined))
  late.now(json({ accessToken: freshAnna }))
  expect(await asked).toMatchObject({ status: 401 })
  expect(kept.has('accessToken')).toBe(false)
})

test.each([
  ['signs out', async () => await signOut(createQueryClient(() => undefined))],
  ['is signed out', async () => await call(getUser, { params: { id: 'anna' } }).catch(() => undefined)],
])('a browser whose person %s asks its maker to be told no more', async (_how, end) => {
  const unsubscribe = vi.fn(async () => true)
  const pushManager = { getSubscription: async () => ({ unsubscribe }) }
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
  kept.set('accessToken', anna)
  serve({
    [`GET /api/users/anna ${anna}`]: () => refused(401, 9003),
    'POST /api/auth/refresh': () => refused(401, 9003),
    'POST /api/auth/logout': () => json({}),
  })
  await end()
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce(), { timeout: 30_000 })
})

test.each([
  ['answers', () => json({ accessToken: tokenOf('anna', {}, 2) })],
  ['is refused', () => refused(401, 9003)],
  ['breaks', () => refused(503, 1)],
])(
  'who signs in while the last session is being refreshed stays, also when that %s',
  async (_how, answer) => {
    const [late, lateOther] = [held(), held()]
    const freshBoris = tokenOf('boris', {}, 2)
    kept.set('accessToken', anna)
    const answers = [late.answer, lateOther.answer]
    serve({
      [`GET /api/auth/me ${anna}`]: () => refused(401, 9003),
      [`GET /api/auth/me ${boris}`]: () => refused(401, 9003),
      [`GET /api/auth/me ${freshBoris}`]: () => json({ _id: 'boris' }),
      'POST /api/auth/refresh': async () => await answers.shift()!(),
    })
    const left = vi.fn<() => void>()
    const stop = onSignedOut(left)
    const refreshes = () => sent.filter(({ url }) => url.endsWith('refresh'))
    const asked = call(me).catch((thrown: unknown) => thrown)
    await vi.waitFor(() => expect(refreshes()).toHaveLength(1), { timeout: 30_000 })
    await enter(
      createQueryClient(() => undefined),
      { token: boris, user: { id: 'boris' } as CurrentUser },
    )
    // His own has expired too: that is another question, with another answer.
    const other = call(me)
    await vi.waitFor(() => expect(refreshes()).toHaveLength(2), { timeout: 30_000 })
    late.now(answer())
    expect(await asked).toMatchObject({ status: 401 })
    expect(kept.get('accessToken')).toBe(boris)
    lateOther.now(json({ accessToken: freshBoris }))
    expect(await other).toEqual({ id: 'boris' })
    stop()
    expect(left).not.toHaveBeenCalled()
  },
)

test('an account that is entered stays: answers to the one before it are late for good', async () => {
  const client = createQueryClient(() => undefined)
  const late = held()
  kept.set('accessToken', anna)
  kept.set('kept.boxes', '{"pin":"1234"}')
  serve({
    [`GET /api/auth/me ${anna}`]: late.answer,
    [`GET /api/users/anna ${anna}`]: late.answer,
    [`GET /api/auth/me ${boris}`]: () => json({ _id: 'boris' }),
  })
  const account = queryOf(getUser, { params: { id: 'anna' } })
  const reading = Promise.allSettled([client.fetchQuery(userQuery), client.fetchQuery(account)])
  await enter(client, { token: boris, user: { id: 'boris' } as CurrentUser })
  late.now(json({ _id: 'anna', pinCode: '480931' }))
  await reading
  expect(client.getQueryData(userQuery.queryKey)).toEqual({ id: 'boris' })
  expect(client.getQueryData(account.queryKey)).toBeUndefined()
  expect(kept.has('kept.boxes')).toBe(false)
})

test('another account entered in another tab: the name that is shown is read anew, as the new one', async () => {
  const client = createQueryClient(() => undefined)
  const late = held()
  kept.set('accessToken', anna)
  serve({
    [`GET /api/auth/me ${anna}`]: late.answer,
    [`GET /api/auth/me ${boris}`]: () => json({ _id: 'boris' }),
  })
  const reading = Promise.allSettled([client.fetchQuery(userQuery)])
  kept.set('accessToken', boris)
  await follow(client)
  late.now(json({ _id: 'anna' }))
  await reading
  expect(await client.fetchQuery(userQuery)).toEqual({ id: 'boris' })
})

const ways = {
  'another tab has entered another account': async (client: QueryClient) => {
    kept.set('accessToken', boris)
    await follow(client)
  },
  'another account is entered here': async (client: QueryClient) =>
    await enter(client, { token: boris, user: { id: 'boris' } as CurrentUser }),
  'the session has ended': async (client: QueryClient) => {
    kept.delete('accessToken')
    await leave(client)
  },
}
test.each(Object.entries(ways))('%s: what the last one was shown leaves the page', async (_name, change) => {
  const client = createQueryClient(() => undefined)
  kept.set('accessToken', anna)
  const late = held()
  serve({
    [`GET /api/users/anna ${anna}`]: () => json({ _id: 'anna', email: 'anna@mail.ru' }),
    [`GET /api/users/anna ${boris}`]: () => refused(403, 9103),
    [`GET /api/auth/me ${boris}`]: late.answer,
  })
  client.setQueryData(userQuery.queryKey, { id: 'anna' } as CurrentUser)
  const account = queryOf(getUser, { params: { id: 'anna' } })
  // A page of a list shows the one before while the next is asked for: that one is nobody's any more either.
  const shown = new QueryObserver(client, { ...account, placeholderData: (before) => before })
  const stop = shown.subscribe(() => undefined)
  const stopUser = new QueryObserver(client, userQuery).subscribe(() => undefined)
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toMatchObject({ email: 'anna@mail.ru' }), {
    timeout: 30_000,
  })
  const changed = change(client)
  await vi.waitFor(() => expect(shown.getCurrentResult().isError).toBe(true), { timeout: 30_000 })
  expect(shown.getCurrentResult().data).toBeUndefined()
  expect(client.getQueryData(userQuery.queryKey)?.id).not.toBe('anna')
  late.now(json({ _id: 'boris' }))
  await changed
  stop()
  stopUser()
})

test.each(['here', 'in another tab'])(
  'who signs in %s goes on where he stood as a visitor',
  async (where) => {
    const client = createQueryClient(() => undefined)
    serve({
      'GET /api/boxes/fetch?stockId=s ': () => json([{ _id: 'b', UnitNumber: 'YA1' }]),
      [`GET /api/boxes/fetch?stockId=s ${boris}`]: () => json([{ _id: 'b', UnitNumber: 'YA2' }]),
      [`GET /api/auth/me ${boris}`]: () => json({ _id: 'boris' }),
    })
    client.setQueryData(userQuery.queryKey, null)
    const boxes = new QueryObserver(client, queryOf(fetchBoxes, { query: { stockId: 's' } }))
    const seen: (string | undefined)[] = []
    const stop = boxes.subscribe(({ data }) => seen.push(data?.[0]?.unitNumber))
    await vi.waitFor(() => expect(seen).toContain('YA1'), { timeout: 30_000 })
    seen.length = 0
    if (where === 'here') await enter(client, { token: boris, user: { id: 'boris' } as CurrentUser })
    else {
      kept.set('accessToken', boris)
      await follow(client)
    }
    await vi.waitFor(() => expect(seen).toContain('YA2'), { timeout: 30_000 })
    expect(seen).not.toContain(undefined)
    stop()
  },
)

test('a language that is kept after the sign-out brings nobody back', async () => {
  const client = createQueryClient(() => undefined)
  const late = held()
  kept.set('accessToken', anna)
  serve({ 'PUT /api/users/anna': late.answer, 'POST /api/auth/logout': () => json({}) })
  client.setQueryData(userQuery.queryKey, { id: 'anna' } as CurrentUser)
  const keeping = keepLanguage(client, 'anna', 'de').catch(() => undefined)
  await signOut(client)
  late.now(json({ _id: 'anna' }))
  await keeping
  expect(client.getQueryData(userQuery.queryKey) ?? null).toBeNull()
})

test('while staff act as a user, a kept language reads the session again and keeps who acts', async () => {
  const client = createQueryClient(() => undefined)
  kept.set('accessToken', anna)
  serve({ 'PUT /api/users/anna': () => json({ _id: 'anna', language: 'de' }) })
  const acted = { id: 'anna', impersonatedBy: { fullName: 'Boris' } } as unknown as CurrentUser
  client.setQueryData(userQuery.queryKey, acted)
  await keepLanguage(client, 'anna', 'de')
  expect(client.getQueryData(userQuery.queryKey)).toEqual(acted)
  expect(client.getQueryState(keyOf(me))?.isInvalidated).toBe(true)
})

test('a page that waits for who is here hears of the end of his session, and opens none of its own', async () => {
  const late = held()
  serve({
    'GET /api/auth/me': late.answer,
    'POST /api/auth/refresh': () => refused(401, 9003),
  })
  kept.set('accessToken', anna)
  const client = createQueryClient(() => {})
  // As the app does it: who hears of the end leaves at once, while the answer is still on its way to who asked.
  const stop = onSignedOut(() => void leave(client))
  const asked = ensureAnswer(client, userQuery)
  late.now(refused(401, 9003))
  await expect(asked).resolves.toBeNull()
  stop()
})

test('a page that waits while another account is entered is answered as that one', async () => {
  const late = held()
  serve({
    [`GET /api/auth/me ${anna}`]: late.answer,
    [`GET /api/auth/me ${boris}`]: () => json({ _id: 'boris' }),
  })
  kept.set('accessToken', anna)
  const client = createQueryClient(() => {})
  const asked = ensureAnswer(client, userQuery)
  kept.set('accessToken', boris)
  await follow(client)
  await expect(asked).resolves.toMatchObject({ id: 'boris' })
  late.now(json({ _id: 'anna' }))
})
