import fs from 'node:fs'
import path from 'node:path'
import { endpoints } from '@stowage/api'
import { expect, test } from 'vitest'
import { renderClient } from './render-client.ts'

const standing = path.resolve(import.meta.dirname, '../../packages/client/src/api.gen.ts')

test('the client has the types of the API as it is', () => {
  const text = renderClient()
  expect(text.match(/^ {2}\w+: \['/gm)).toHaveLength(endpoints.length)
  const isCurrent = fs.readFileSync(standing, 'utf8') === text
  expect(isCurrent, 'run node tools/generate-client.ts').toBe(true)
})
