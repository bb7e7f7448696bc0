import { expect, type APIRequestContext } from '@playwright/test'
import { signUp, updateUser } from '@stowage/api/accounts'
import { toWire } from '@stowage/api/wire'
import { picture } from './papers.ts'
import type { NewPerson } from './people.ts'
import type { Language } from './texts.ts'

/**
 * An account with its documents handed in, made by the calls the screens make: for journeys that begin after signing up.
 * @returns its id
 */
export async function openAccountOf(
  request: APIRequestContext,
  person: NewPerson,
  language: Language,
): Promise<string> {
  const { type: _type, company: _company, ...fields } = person
  const body = toWire(signUp.body, { ...fields, accountType: 'individual', language, isAdult: true })
  const answer = await request.post('/api/auth/sign-up', { data: body })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { token } = (await answer.json()) as { token: string }
  const headers = { Authorization: `Bearer ${token}` }
  const { _id } = (await (await request.get('/api/auth/me', { headers })).json()) as { _id: string }
  const file = { type: 'image/png', base64: picture('').buffer.toString('base64') }
  for (const kind of ['passportFile', 'selfieFile', 'addressFile']) {
    const sent = await request.put(`/api/users/${_id}`, {
      headers,
      data: toWire(updateUser.body, { [kind]: file }),
    })
    expect(sent.ok(), await sent.text()).toBe(true)
  }
  return _id
}
