import { expect, test } from 'vitest'
import { newWebhookSecret, signedHeaders } from './sign-webhook.ts'

const at = Temporal.Instant.fromEpochMilliseconds(1_614_265_330_123)
const body = '{"test": 2432232314}'

test('signs as the example of Standard Webhooks does', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  expect(signedHeaders({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body, at }, [secret])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('signs with each secret that counts', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  const both = signedHeaders({ id: 'msg_1', body, at }, secrets)['webhook-signature']?.split(' ')
  expect(both).toHaveLength(2)
  expect(both?.[1]).toBe(signedHeaders({ id: 'msg_1', body, at }, secrets.slice(1))['webhook-signature'])
})
