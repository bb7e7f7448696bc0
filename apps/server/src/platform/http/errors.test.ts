import { describe, expect, test } from 'vitest'
import { errorText } from '@stowage/texts/errors/index.ts'
import { renderError } from './errors.ts'

const context = { language: 'en', actor: null, text: errorText, reference: 'abc123' } as const
const broken = (code: string): Error =>
  Object.assign(new Error('insert into secret_table failed at 10.0.0.5'), { code })

describe('what PostgreSQL, the network and the disk say', () => {
  const codes =
    '57P01 57014 08006 53300 55P03 40001 40P01 ECONNREFUSED ECONNRESET ENOSPC EDQUOT EROFS EIO EACCES EMFILE'
  test.each(codes.split(' '))('%s is 503: come again', (code) => {
    const { status, body } = renderError(broken(code), context)
    expect([status, body.errors.map((error) => error.errorCode)]).toEqual([503, [1]])
  })

  test.each(['23505', '42P01', 'XX000'])('%s is a defect, of which nothing gets out', (code) => {
    const { status, body, unexpected } = renderError(broken(code), context)
    expect([status, unexpected]).toEqual([500, true])
    expect(JSON.stringify(body)).not.toMatch(/secret_table|10\.0\.0|abc123/)
  })
})
