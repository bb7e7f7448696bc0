import { expect, test } from 'vitest'
import type { Operation } from '../../../client/index.ts'
import { curlOf } from './description.ts'

const operation = (more: Partial<Operation>): Operation => ({
  operationId: 'one',
  summary: 'One',
  tags: ['reports'],
  parameters: [],
  responses: {},
  ...more,
})
const ORIGIN = 'https://boxes.example'

test('a reading call is typed with a key and with what it has to be asked', () => {
  const parameters = [
    { name: 'month', in: 'query', required: true, schema: {} },
    { name: 'page', in: 'query', required: false, schema: {} },
    { name: 'X-Language', in: 'header', required: false, schema: {} },
  ]
  const call = {
    method: 'get',
    path: '/bills',
    operation: operation({ parameters, 'x-scope': 'billing:read', 'x-access': [] }),
  }
  expect(curlOf(call, ORIGIN)).toBe(
    "curl -X GET 'https://boxes.example/api/bills?month={month}' \\\n  -H 'X-API-Key: stw_…'",
  )
})

test('a call that no key opens is typed with the token of a person, a public one with nothing', () => {
  const path = '/api-keys'
  expect(curlOf({ method: 'post', path, operation: operation({ 'x-access': [] }) }, ORIGIN)).toBe(
    `curl -X POST 'https://boxes.example/api/api-keys' \\\n  -H 'Authorization: Bearer …' \\\n  -H "Idempotency-Key: $(uuidgen)"`,
  )
  expect(curlOf({ method: 'get', path, operation: operation({ 'x-access': 'public' }) }, ORIGIN)).toBe(
    "curl -X GET 'https://boxes.example/api/api-keys'",
  )
})
