import { expect, test } from 'vitest'
import { readSms } from './read-settings.ts'

const all = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: 'Stowage',
}
const read = (env: Readonly<Record<string, string>>) => readSms((name) => env[name])

test('off unless all is set, and with bounds of its own', () => {
  expect(read({})).toEqual({ gateway: undefined, perDay: 500, prefixes: ['+7', '+3', '+4'] })
  expect(read({ ...all, SMS_PER_DAY: '20', SMS_PREFIXES: '+49, +48' })).toEqual({
    gateway: {
      url: 'https://api.twilio.com',
      accountSid: all.TWILIO_ACCOUNT_SID,
      authToken: 'token',
      from: 'Stowage',
    },
    perDay: 20,
    prefixes: ['+49', '+48'],
  })
  expect(read({ ...all, TWILIO_URL: 'https://gateway.example/' }).gateway?.url).toBe(
    'https://gateway.example',
  )
})

test.each([
  ['TWILIO_ACCOUNT_SID', { TWILIO_AUTH_TOKEN: 'token' }],
  ['TWILIO_ACCOUNT_SID', { ...all, TWILIO_ACCOUNT_SID: 'AC12' }],
  ['TWILIO_FROM', { ...all, TWILIO_FROM: 'A name that is too long' }],
  ['TWILIO_FROM', { ...all, TWILIO_FROM: '12345' }],
  // The token would go there in the clear.
  ['TWILIO_URL', { ...all, TWILIO_URL: 'http://gateway.example' }],
  ['TWILIO_URL', { ...all, TWILIO_URL: 'http://127.0.0.1.gateway.example' }],
  ['TWILIO_URL', { ...all, TWILIO_URL: 'gateway' }],
  ['SMS_PER_DAY', { SMS_PER_DAY: '-1' }],
  ['SMS_PREFIXES', { SMS_PREFIXES: '49' }],
] as const)('a wrong %s is named', (name, env) => {
  expect(() => read(env)).toThrow(name)
})

test('a gateway on this machine needs no encryption', () => {
  expect(read({ ...all, TWILIO_URL: 'http://127.0.0.1:4010' }).gateway?.url).toBe('http://127.0.0.1:4010')
})
