import { createServer, type AddressInfo } from 'node:net'
import type { Config } from '@stowage/server/platform/config'
import { expect, onTestFinished, test } from 'vitest'
import { lookAtSettings } from './look-at-settings.ts'
import { lookAtMail } from './look-outside.ts'

test('B5: doctor says which encryption is in force to the mail server', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    socket.on('data', () => socket.write('250 ok\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const levels = async (smtpUrl: string) =>
    (await lookAtMail({ smtpUrl })).map(({ level, says }) => `${level} ${says.replace(/127\S+ /, '')}`)
  expect(await levels(url)).toEqual(['ok lets us in', 'ok a private host: encrypted where it offers that'])
  expect(await levels(`${url}?plain`)).toEqual([
    'ok lets us in',
    expect.stringMatching(/^warn SMTP_URL says plain/),
  ])
})

test.each([
  ['postgres://u:p@10.0.0.5/x', 'ok a private host'],
  ['postgres://u:p@db.example.com/x?sslmode=verify-full', 'ok encryption with a valid certificate'],
  ['postgres://u:p@db.example.com/x?sslmode=no-verify', 'warn encrypted, but'],
  ['postgres://u:p@db.example.com/x?sslmode=disable', 'warn sslmode=disable'],
])('B5: doctor says how the line to %s is protected', (databaseUrl, expected) => {
  const config = { publicUrl: 'https://a.example', trustedProxies: [], mailFrom: 'a@b.example', databaseUrl }
  const found = lookAtSettings(config as unknown as Config, { TOKEN_KEY: 'given', STORAGE_KEY: 'given' })
  const [line] = found.filter(({ about }) => about === 'DATABASE_URL')
  expect(`${line?.level} ${line?.says}`).toContain(expected)
})
