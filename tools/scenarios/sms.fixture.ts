import { askSmsCode, chooseSmsTopics, confirmSmsNumber } from '@stowage/api/sms'
import { smsTopics } from '@stowage/api/sms-topics'
import { boxLeftOpen } from '@stowage/server/modules/access/index'
import { sendDueSms } from '@stowage/server/modules/messaging/sms/send-sms'
import { machineNow } from '@stowage/server/platform/clock'
import { publish } from '@stowage/server/platform/database/transaction'
import { fact } from '@stowage/server/platform/events/event'
import { createTwilio } from '@stowage/server/platform/sms/twilio'
import { startSmsGateway, type SimulatedSmsGateway } from '@stowage/simulators/sms/start-sms-gateway'
import { openHouse, type House, type Marked, type Tenant } from './house.fixture.ts'

const ACCOUNT = `AC${'0123456789abcdef'.repeat(2)}`
const TOKEN = 'the token of the tests'
export const PUBLIC_URL = 'https://stowage.example'

export interface SmsHouse {
  readonly house: House
  readonly phones: SimulatedSmsGateway
  /** One round of the job, and all reports of it. */
  send(): Promise<number>
  /** What came to a number, the newest first. */
  at(number: string): readonly string[]
  /** A number that is this person's own, with everything chosen. */
  connect(person: Marked): Promise<string>
  leftOpen(tenant: Tenant): Promise<void>
  /** The rows of a person, the newest first. */
  rows(person: Pick<Marked, 'id'>): Promise<
    readonly {
      id: string
      kind: string
      status: string
      failure: string | null
      gateway_id: string | null
      body: string | null
    }[]
  >
  /** What waits for a later try is due now. */
  hurry(): Promise<void>
  close(): Promise<void>
}

/** A house whose short messages go to the simulated gateway over real HTTP. */
export async function openSmsHouse(perDay = 1000): Promise<SmsHouse> {
  let port = 0
  const phones = await startSmsGateway({
    accountSid: ACCOUNT,
    authToken: TOKEN,
    deliveryMs: 0,
    reach: (callback) => callback.replace(PUBLIC_URL, `http://127.0.0.1:${port}`),
  })
  const settings = { url: phones.baseUrl, accountSid: ACCOUNT, authToken: TOKEN, from: 'Stowage' }
  const house = await openHouse({
    config: { publicUrl: PUBLIC_URL, sms: { gateway: settings, perDay, prefixes: ['+7', '+4'] } },
  })
  const { running } = house.world
  port = running.port
  const { db, transact, clock } = running.platform
  const gateway = createTwilio(settings)
  const at = (number: string): readonly string[] =>
    phones
      .list()
      .filter(({ to }) => to === number)
      .map(({ body }) => body)
  const send = async (): Promise<number> => {
    const sent = await sendDueSms(running.platform, gateway)
    await phones.reported()
    return sent
  }
  let made = 0
  return {
    house,
    phones,
    send,
    at,
    async connect(person) {
      const number = `+49170${String(2_000_000 + (made += 1))}`
      const asked = await person.call(askSmsCode, { body: { number } })
      if (asked.status !== 200) throw new Error(asked.raw)
      await send()
      const code = /\d{6}/.exec(at(number)[0] ?? '')?.[0] ?? ''
      await person.call(confirmSmsNumber, { body: { code } })
      const chosen = await person.call(chooseSmsTopics, { body: { topics: [...smsTopics] } })
      if (chosen.status !== 200) throw new Error(chosen.raw)
      return number
    },
    async leftOpen(tenant) {
      const { stockId } = house.stock
      await transact(async (tx) => {
        const about = { aggregate: `box:${tenant.boxId}`, stockId, at: clock.now() }
        const payload = { boxId: tenant.boxId, stockId, accountId: tenant.id, since: clock.now().toString() }
        publish(tx, fact(boxLeftOpen, { ...about, payload }))
      })
      await house.world.settle()
      await phones.reported()
    },
    rows: async ({ id }) =>
      await db
        .selectFrom('sms')
        .select(['id', 'kind', 'status', 'failure', 'gateway_id', 'body'])
        .where('account_id', '=', id)
        .where('kind', '<>', 'numberCode')
        .orderBy('id', 'desc')
        .execute(),
    async hurry() {
      await db
        .updateTable('sms')
        .set({ next_attempt_at: machineNow().subtract({ seconds: 1 }) })
        .where('status', 'in', ['waiting', 'sending'])
        .execute()
    },
    async close() {
      gateway.close()
      await house.close()
      await phones.close()
    },
  }
}
