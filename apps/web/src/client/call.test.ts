import { expect, test, vi } from 'vitest'
import {
  confirmPasswordReset,
  getUser,
  login,
  me,
  requestPasswordReset,
  updateUser,
} from '@stowage/api/accounts'
import { fetchBoxes } from '@stowage/api/catalog'
import { isApiError } from './api-error.ts'
import { addressOf, call } from './call.ts'
import { onProofAsked } from './prove.ts'
import { onSignedOut } from './refresh.ts'

import { headerOf, json, kept, refused, sent, serve } from './browser.fixture.ts'

test('names are renamed both ways, values are not touched', async () => {
  serve({
    'GET /api/boxes/fetch?stockId=s+1': () =>
      json([{ _id: 'b', UnitNumber: 'YA1', MonthRate: 1234, IsOccupied: false, extra: 1 }]),
    'PUT /api/auth/reset-password': () => json({}),
  })
  expect(await call(fetchBoxes, { query: { stockId: 's 1' } })).toEqual([
    { id: 'b', unitNumber: 'YA1', monthRate: 1234, isOccupied: false },
  ])
  await call(requestPasswordReset, { body: { email: 'a@mail.ru' } })
  expect(sent[1]?.init.body).toBe('{"passwordResetEmail":"a@mail.ru"}')
})

test('every call says client, language and token; a deed says its key', async () => {
  kept.set('accessToken', 't')
  serve({ 'PUT /api/users/u': () => json({}) })
  await call(updateUser, { params: { id: 'u' }, body: { phone: '1' } }, { idempotencyKey: 'key-12345' })
  expect(
    ['X-Client-Id', 'X-Language', 'Authorization', 'Idempotency-Key'].map((name) => headerOf(0, name)),
  ).toEqual(['abcdef0123456789', 'de', 'Bearer t', 'key-12345'])
})

test('without a session, a call that needs one is refused here, and nothing is sent', async () => {
  serve({ 'GET /api/auth/me': () => refused(401, 9003) })
  const error = await call(me).catch((thrown: unknown) => thrown)
  expect(isApiError(error, 9003)).toBe(true)
  expect(sent).toEqual([])
})

test('a parameter cannot leave its place in the path', () => {
  expect(addressOf(getUser, { params: { id: '../boxes?x#y' } })).toBe('/api/users/..%2Fboxes%3Fx%23y')
})

test('however many calls fail at once, the session is refreshed once and each is repeated once', async () => {
  kept.set('accessToken', 'old')
  serve({
    'GET /api/auth/me old': () => refused(401, 9003),
    'GET /api/auth/me new': () => json({ _id: 'u' }),
    'POST /api/auth/refresh': async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return json({ accessToken: 'new' })
    },
  })
  const answers = await Promise.all([call(me), call(me), call(me)])
  expect(answers).toEqual([{ id: 'u' }, { id: 'u' }, { id: 'u' }])
  expect(sent.filter(({ url }) => url.endsWith('refresh'))).toHaveLength(1)
  expect(sent).toHaveLength(7)
  expect(kept.get('accessToken')).toBe('new')
})

test('a token that another tab has refreshed meanwhile is taken without asking', async () => {
  kept.set('accessToken', 'old')
  serve({
    'GET /api/auth/me old': () => {
      kept.set('accessToken', 'new')
      return refused(401, 9003)
    },
    'GET /api/auth/me new': () => json({ _id: 'u' }),
  })
  expect(await call(me)).toEqual({ id: 'u' })
  expect(sent).toHaveLength(2)
})

test('a refresh that is refused signs out, and the call fails with what it was told', async () => {
  kept.set('accessToken', 'old')
  serve({ 'GET /api/auth/me': () => refused(401, 9003), 'POST /api/auth/refresh': () => refused(401, 9003) })
  const left = vi.fn<() => void>()
  const stop = onSignedOut(left)
  await expect(call(me)).rejects.toMatchObject({ status: 401, code: 9003 })
  stop()
  expect(left).toHaveBeenCalledTimes(1)
  expect(kept.has('accessToken')).toBe(false)
})

test.each([503, 429])('a refresh that answers %i signs nobody out', async (status) => {
  kept.set('accessToken', 'old')
  serve({ 'GET /api/auth/me': () => refused(401, 9003), 'POST /api/auth/refresh': () => refused(status, 1) })
  await expect(call(me)).rejects.toMatchObject({ isNetwork: true })
  expect(kept.get('accessToken')).toBe('old')
})

test('a wrong password is no expired session', async () => {
  kept.set('accessToken', 'old')
  serve({ 'POST /api/auth/login': () => refused(401, 9101) })
  await expect(call(login, { body: { email: 'a@mail.ru', password: 'x' } })).rejects.toMatchObject({
    code: 9101,
  })
  expect(sent).toHaveLength(1)
  expect(kept.get('accessToken')).toBe('old')
})

test('errors come with codes, sentences and the clean names of their fields', async () => {
  serve({
    'PUT /api/auth/reset-password': () => refused(400, 1001, { field: 'passwordResetEmail' }),
    'POST /api/auth/reset-password/confirm': () =>
      json({ errors: [{ errorCode: 9129, message: 'slow' }] }, 429, { 'Retry-After': '30' }),
  })
  const error = await call(requestPasswordReset, { body: { email: 'x' } }).catch((thrown: unknown) => thrown)
  expect(isApiError(error, 1001)).toBe(true)
  expect(error).toMatchObject({ errors: [{ code: 1001, message: 'said 1001', field: 'email' }] })
  const body = { code: 'c', password: 'longenough', passwordConfirmation: 'longenough' }
  await expect(call(confirmPasswordReset, { body })).rejects.toMatchObject({
    code: 9129,
    retryAfterSeconds: 30,
  })
})

test('no answer is code 0; an answer that is not ours is code 1 without raw text', async () => {
  serve({ 'PUT /api/auth/reset-password': () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  await expect(call(requestPasswordReset, { body: { email: 'x' } })).rejects.toMatchObject({
    code: 1,
    errors: [{ message: '' }],
  })
  kept.set('accessToken', 't')
  await expect(call(me)).rejects.toMatchObject({ code: 0, isNetwork: true })
})

/** A token as the server makes them, as far as the page reads it. */

test('B2: a call that asks for a proof is repeated once the person has proved, and what was typed goes again', async () => {
  kept.set('accessToken', 't')
  const answers = [refused(403, 9192), json({})]
  serve({ 'PUT /api/users/u': () => answers.shift() ?? json({}) })
  const stop = onProofAsked(async () => true)
  await call(updateUser, { params: { id: 'u' }, body: { phone: '1' } }, { idempotencyKey: 'key-12345' })
  stop()
  expect(sent.map(({ init }) => init.body)).toEqual(['{"phone":"1"}', '{"phone":"1"}'])
  expect([0, 1].map((index) => headerOf(index, 'Idempotency-Key'))).toEqual(['key-12345', 'key-12345'])
})

test('B2: cancelled, the refusal is the answer and nothing is repeated', async () => {
  kept.set('accessToken', 't')
  serve({ 'PUT /api/users/u': () => refused(403, 9192) })
  const stop = onProofAsked(async () => false)
  await expect(call(updateUser, { params: { id: 'u' }, body: {} })).rejects.toMatchObject({ code: 9192 })
  stop()
  expect(sent).toHaveLength(1)
})
