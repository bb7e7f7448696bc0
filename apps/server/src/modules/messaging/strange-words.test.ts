import { requestPasswordReset, signUp } from '@stowage/api/accounts'
import { expect, test } from 'vitest'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { composeMail } from './compose-mail.ts'
import type { WaitingMail } from './mail-store.ts'
import { renderMail } from './mails/index.ts'

const { world, people } = await openPeopledWorld()
const { platform } = world.running

/** Kind, subject and text of all that was written to an address. */
async function lettersTo(email: string): Promise<string[]> {
  const rows = await platform.db.selectFrom('mail').selectAll().where('recipient', '=', email).execute()
  const letters: string[] = []
  for (const row of rows) {
    const made = await composeMail(platform, row as unknown as WaitingMail)
    if (!made) continue
    const facts = { ...made.common, ...made.data } as Parameters<typeof renderMail>[1]
    const { subject, text } = await renderMail(made.kind, facts, row.language as 'de')
    letters.push(`${row.kind}: ${subject} ${text}`)
  }
  return letters
}

test.each([
  [{ accountType: 'legal', company: 'You won 900 EUR, fetch it now at https://evil.example/claim' }],
  [{ accountType: 'individual', firstName: 'https://evil.example/claim', lastName: 'X' }],
])('nobody has us write his words to a stranger, until the address is known to be his: %j', async (name) => {
  const email = `victim-${name.accountType}@elsewhere.example`
  const facts = { country: 'DE', city: 'Berlin', phone: '+49301234', address: 'A', zip: '10115', ...name }
  const body = { email, password: 'secret-1', ...facts }
  const reply = await people.visitor.call(signUp, { body })
  expect(reply.status, reply.raw).toBe(200)
  await people.visitor.call(requestPasswordReset, { body: { email } })
  await world.settle()
  const letters = await lettersTo(email)
  expect(letters.map((letter) => letter.split(':')[0])).toEqual(
    expect.arrayContaining(['accountCreated', 'addressConfirm', 'passwordReset']),
  )
  expect(letters.join('\n')).not.toContain('evil.example')
  await platform.db
    .updateTable('account')
    .set({ email_confirmed_at: platform.clock.now() })
    .where('email', '=', email)
    .execute()
  expect((await lettersTo(email)).join('\n')).toContain('evil.example')
})
