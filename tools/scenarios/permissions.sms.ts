import { askSmsCode, confirmSmsNumber } from '@stowage/api/sms'
import { numberCodeFor } from '@stowage/server/modules/messaging/sms/number-code'
import { newId } from '@stowage/server/platform/ids'
import type { NamedPerson } from '@stowage/server/testing/people'
import type { Cast, Make } from './permissions.calls.ts'
import { asHimself, one } from './permissions.security.ts'

let made = 0
const phone = (): string => `+49170${String(1_000_000 + (made += 1))}`

/** The code that is on its way to a person's phone. */
async function codeOf({ house }: Cast, person: NamedPerson): Promise<string> {
  const { platform } = house.world.running
  await person.call(askSmsCode, { body: { number: phone() } })
  const { code_id: id } = await platform.db
    .selectFrom('sms_number')
    .select('code_id')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return numberCodeFor(platform, id ?? '')
}

/** How the rows of short messages are tried: each of them at a number of one's own. */
export const smsCalls: Readonly<Record<string, Make>> = {
  'GET sms': () => ({ url: 'sms' }),
  'POST sms/code': async (cast, role) => ({
    url: 'sms/code',
    body: { number: phone() },
    as: asHimself(await one(cast, role), role),
  }),
  'POST sms/confirm': async (cast, role) => {
    const person = await one(cast, role)
    return {
      url: 'sms/confirm',
      body: { code: await codeOf(cast, person) },
      as: asHimself(person, role),
    }
  },
  'PUT sms': async (cast, role) => {
    const person = await one(cast, role)
    await person.call(confirmSmsNumber, { body: { code: await codeOf(cast, person) } })
    return { url: 'sms', body: { topics: ['boxLeftOpen'] }, as: asHimself(person, role) }
  },
  'DELETE sms': async (cast, role) => ({ url: 'sms', as: asHimself(await one(cast, role), role) }),
  'GET sms-history/search?to={text}': () => ({ url: 'sms-history/search?to=' }),
  'POST sms-history/{id}/retry': async ({ house }) => {
    const id = newId()
    const { db, clock } = house.world.running.platform
    const at = clock.now()
    const facts = { recipient: phone(), language: 'de', data: '{}', next_attempt_at: at, expires_at: at }
    await db
      .insertInto('sms')
      .values({ id, natural_key: id, kind: 'boxLeftOpen', ...facts, status: 'failed', created_at: at })
      .execute()
    return { url: `sms-history/${id}/retry`, body: {} }
  },
  'GET sms-previews?language={l}': () => ({ url: 'sms-previews?language=de' }),
}
