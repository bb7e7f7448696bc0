import { expect, test } from 'vitest'
import { memory } from './settings.ts'

const GIGABYTE = 1024 ** 3

test.each([
  [0.5, '128MB', '256MB'],
  [1, '128MB', '512MB'],
  [2, '256MB', '1024MB'],
  [8, '1024MB', '4096MB'],
  [256, '4096MB', '131072MB'],
])('on a machine with %d GB PostgreSQL keeps %s and counts on %s', (gigabytes, shared, cached) => {
  expect(memory(gigabytes * GIGABYTE)).toEqual({ shared_buffers: shared, effective_cache_size: cached })
})
