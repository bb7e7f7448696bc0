import { expect, type APIRequestContext } from '@playwright/test'
import { signUp, updateUser } from '@stowage/api/accounts'
import { toWire } from '@stowage/api/wire'
import { picture } from './papers.ts'
import type { NewPerson } from './people.ts'
import type { Language } from './texts.ts'

/** An account without documents, made by the call that the form makes. @returns its id, and a token of its own */
export async function signUpOf(
  request: APIRequestContext,
  person: NewPerson,
  language: Language,
): Promise<{ readonly id: string; readonly token: string }> {
  const { type: _type, company: _company, ...fields } = person
  const body = toWire(signUp.body, { ...fields, accountType: 'individual', language, isAdult: true })
  const answer = await request.post('/api/auth/sign-up', { data: body })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { token } = (await answer.json()) as { token: string }
  const me = await request.get('/api/auth/me', { headers: { Authorization: `Bearer ${token}` } })
  return { id: ((await me.json()) as { _id: string })._id, token }
}

/**
 * An account with its documents handed in, made by the calls the screens make: for journeys that begin after signing up.
 * @returns its id
 */
export async function openAccountOf(
  request: APIRequestContext,
  person: NewPerson,
  language: Language,
): Promise<string> {
  const { id, token } = await signUpOf(request, person, language)
  const headers = { Authorization: `Bearer ${token}` }
  const file = { type: 'image/png', base64: picture('').buffer.toString('base64') }
  for (const kind of ['passportFile', 'selfieFile', 'addressFile']) {
    const sent = await request.put(`/api/users/${id}`, {
      headers,
      data: toWire(updateUser.body, { [kind]: file }),
    })
    expect(sent.ok(), await sent.text()).toBe(true)
  }
  return id
}
