import { expect, test } from 'vitest'
import {
  checkDatabase,
  checkSmtp,
  databaseEncryption,
  isPrivateHost,
  mailEncryption,
} from './line-encryption.ts'
import { readFilesUrl } from './files/read-files-url.ts'

test.each([
  ['127.0.0.1', true],
  ['[::1]', true],
  ['10.2.3.4', true],
  ['[fd00::7]', true],
  ['localhost', true],
  ['database', true],
  ['mail.internal', true],
  ['db.stowage.svc', true],
  ['db.stowage.svc.cluster.local', true],
  ['8.8.8.8', false],
  ['mail.example.com', false],
  ['local.example.com', false],
])('B5: %s is of the own network: %s', (host, expected) => {
  expect(isPrivateHost(host)).toBe(expected)
})

test.each([
  ['smtp://u:p@mail.example.com:587', 'required'],
  ['smtp://u:p@8.8.8.8:25', 'required'],
  ['smtps://u:p@mail.example.com', 'required'],
  ['smtps://u:p@10.0.0.5', 'required'],
  ['smtp://10.0.0.5', 'offered'],
  ['smtp://127.0.0.1:2525', 'offered'],
  ['smtp://mail:25', 'offered'],
  ['smtp://u:p@mail.example.com:587?plain', 'plain'],
] as const)('B5: %s: encryption is %s', (url, expected) => {
  expect(mailEncryption(url)).toBe(expected)
  expect(() => checkSmtp(url)).not.toThrow()
})

test.each([
  'ignoreTLS=true',
  'opportunisticTLS=true',
  'requireTLS=false',
  'secure=false',
  'tls.rejectUnauthorized=false',
])('B5: %s does not undo it', (parameter) => {
  expect(() => checkSmtp(`smtp://mail.example.com?${parameter}`)).toThrow(/^SMTP_URL: expected no/)
  expect(() => checkSmtp(`smtp://10.0.0.5?${parameter}`)).not.toThrow()
})

test.each([
  ['postgres://u:p@127.0.0.1:5432/x', 'offered', false],
  ['postgres://u:p@database:5432/x', 'offered', false],
  ['postgres://u:p@/x?host=/run/postgresql', 'offered', false],
  ['postgres://u:p@localhost/x?host=db.example.com', 'plain', true],
  ['postgres://u:p@db.example.com/x', 'plain', true],
  ['postgres://u:p@8.8.8.8/x', 'plain', true],
  ['postgres://u:p@db.example.com/x?sslmode=disable', 'plain', false],
  ['postgres://u:p@db.example.com/x?sslmode=verify-full', 'required', false],
] as const)('B5: %s: encryption is %s; refused: %s', (url, expected, isRefused) => {
  expect(databaseEncryption(url)).toBe(expected)
  const check = (): void => checkDatabase(url, 'DATABASE_URL')
  if (isRefused) expect(check).toThrow(/^DATABASE_URL: expected sslmode said for [\w.]+,/)
  else expect(check).not.toThrow()
})

test.each([
  ['http://KEY:SECRET@s3.example.com/bucket', false],
  ['http://KEY:SECRET@8.8.8.8/bucket', false],
  ['http://KEY:SECRET@s3.example.com/bucket?plain', true],
  ['http://KEY:SECRET@objects:9000/bucket', true],
  ['http://KEY:SECRET@10.0.0.5:9000/bucket', true],
  ['https://KEY:SECRET@s3.example.com/bucket', true],
])('B5: the bucket %s is taken: %s', (url, isTaken) => {
  const read = (): unknown => readFilesUrl(url)
  if (isTaken) expect(read).not.toThrow()
  else expect(read).toThrow(/^FILES_URL: expected https for/)
})
