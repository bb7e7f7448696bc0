import { errorText } from '@stowage/texts/errors/index.ts'
import { describe, expect, test } from 'vitest'
import { judge, type Answered } from './judge.ts'

const json = (status: number, body: unknown): Answered => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
})
const refusal = (field: string): Answered =>
  json(400, { errors: [{ errorCode: 1005, message: errorText(1005, 'en'), field }] })

describe('the judge of an answer', () => {
  test.each(['dbPassword', 'passwordHash'])('lets an error name the field %s', (field) => {
    expect(judge(refusal(field), false)).toEqual([])
  })

  test('lets a record say that nothing is there, and which fields were changed', () => {
    const answer = json(200, { dbPassword: null, passwordHash: '', pinHash: false, changed: ['dbPassword'] })
    expect(judge(answer, false)).toEqual([])
  })

  test.each([
    { dbPassword: 'x' },
    { account: { password_hash: 'abc' } },
    { before: [{ tokenHash: { type: 'Buffer', data: [1] } }] },
    { pin_hash: 7 },
    { name: '$argon2id$v=19$m=65536' },
    { wifiPassword: 'secret-password' },
  ])('finds the secret in %j', (body) => {
    expect(judge(json(200, body), false)).toEqual(['holds a secret'])
  })

  test('finds a secret in what is no JSON, and in the sentence of an error', () => {
    const page = { status: 200, contentType: 'text/csv', text: 'name,word\nAnna,$argon2id$v=19' }
    expect(judge(page, false)).toEqual(['holds a secret'])
    const told = json(400, { errors: [{ errorCode: 1005, message: 'no secret-password' }] })
    expect(judge(told, false)).toEqual(['holds a secret'])
  })

  test('finds columns, defects and a status that is not the code’s', () => {
    const column = json(400, { errors: [{ errorCode: 1005, message: 'column password_hash is wrong' }] })
    expect(judge(column, false)).toEqual(['tells internals'])
    expect(judge({ status: 500, contentType: 'text/plain', text: 'oops' }, false)).toEqual([
      'is no error envelope',
    ])
    expect(
      judge(json(404, { errors: [{ errorCode: 1005, message: errorText(1005, 'en') }] }), false),
    ).toEqual(['has code 1005 with status 404'])
    const taken = { errorCode: 9000, message: errorText(9000, 'en') }
    expect(judge(json(400, { errors: [taken, taken] }), false)).toEqual([
      'has code 9000 with status 400',
      'has code 9000 with status 400',
    ])
    const wrong = { errorCode: 1005, message: errorText(1005, 'en') }
    expect(judge(json(400, { errors: [taken, wrong] }), false)).toEqual([])
  })
})
