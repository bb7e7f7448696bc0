import { expect, test } from 'vitest'
import { json, kept, refused, serve } from './browser.fixture.ts'
import { keepUser } from './offline.ts'
import { createQueryClient } from './query.ts'
import { signOut, userQuery, type CurrentUser } from './session.ts'

const anna = { id: 'anna', role: 'client', personalId: '4510 123456', taxNumber: '7701' } as CurrentUser
const ask = async () => await createQueryClient(() => {}).fetchQuery({ ...userQuery, retry: false })

test('a tenant without a network is who he was, and what only papers need is not on his phone', async () => {
  kept.set('accessToken', 'h.e30.s')
  serve({})
  await expect(ask(), 'nobody was here').rejects.toMatchObject({ status: 0 })
  keepUser(anna)
  expect(await ask()).toMatchObject({ id: 'anna', personalId: null, taxNumber: null })
  serve({ 'GET /api/auth/me': () => new Response('<html>', { status: 502 }) })
  expect(await ask()).toMatchObject({ id: 'anna' })
})

test('a session that has ended is no session, whatever is kept; staff do not begin without the server', async () => {
  kept.set('accessToken', 'h.e30.s')
  keepUser(anna)
  serve({ 'GET /api/auth/me': () => refused(401, 9003), 'POST /api/auth/refresh': () => refused(401, 9003) })
  expect(await ask()).toBeNull()
  kept.set('accessToken', 'h.e30.s')
  keepUser({ ...anna, role: 'superUser' })
  serve({})
  await expect(ask()).rejects.toMatchObject({ status: 0 })
})

test('who signs out leaves nothing of himself behind', async () => {
  kept.set('accessToken', 'h.e30.s')
  keepUser(anna)
  serve({ 'POST /api/auth/logout': () => json(null) })
  await signOut(createQueryClient(() => {}))
  expect([...kept.keys()].filter((key) => key.startsWith('kept.'))).toEqual([])
})
