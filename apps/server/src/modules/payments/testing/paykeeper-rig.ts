import { processorsWay } from '../../../platform/outgoing-purposes.ts'
import { startPayKeeper } from '../../../../../../tools/testing/processors.ts'
import { createPayKeeperProcessor } from '../paykeeper/adapter.ts'
import type { RawMessage } from '../processor.ts'
import type { Begun, ProcessorRig, SetUp } from './processor-rig.ts'

const CARDS = { good: '4242424242424242', 'no funds': '4000000000009995', stolen: '4000000000000002' }
const cabinet = { login: 'api', password: 'pass:word', secretWord: 's3cr3t-word', currency: 'RUB' } as const

/** PayKeeper's simulator, and the adapter in front of it. */
export const setUpPayKeeper: SetUp = async ({ messagesUrl }) => {
  const simulator = await startPayKeeper({
    host: '127.0.0.1',
    ...cabinet,
    notificationUrl: messagesUrl,
    refundAfterMs: 20,
  })
  const { control } = simulator
  const invoices = new Map<string, string>()
  /** The invoice of a page, or the one that the form makes: once, as a browser posts it once. */
  const invoiceOf = async ({ order, page, form }: Begun): Promise<string> => {
    const known = page?.pageId ?? invoices.get(order.paymentId)
    if (known !== undefined) return known
    const signed = rig
      .connect(simulator.baseUrl, { key: 'right', patience: 'usual' })
      .signedForm?.(form ?? {})
    const made = await fetch(signed?.action ?? '', {
      method: 'POST',
      body: new URLSearchParams(signed?.fields),
      redirect: 'manual',
    })
    const invoice = /\/bill\/(\d+)\//.exec(made.headers.get('location') ?? '')?.[1]
    if (invoice === undefined) throw new Error(`the form was refused: ${made.status} ${await made.text()}`)
    invoices.set(order.paymentId, invoice)
    return invoice
  }
  const rig: ProcessorRig = {
    url: simulator.baseUrl,
    currency: 'RUB',
    connect: (url, { key, patience }) =>
      createPayKeeperProcessor(
        { name: 'paykeeper', url, ...cabinet, ...(key === 'right' ? {} : { password: 'wrong' }) },
        {
          log: { warn: () => undefined },
          way: processorsWay({ processorsAllowedAddresses: ['127.0.0.1'] }),
          limits: patience === 'hurried' ? { totalMs: 500, connectMs: 500 } : {},
        },
      ),
    pay: async (begun, card) => {
      await control.pay(await invoiceOf(begun), { cardNumber: CARDS[card] })
    },
    leave: async (begun) => {
      await fetch(control.payUrl(await invoiceOf(begun)))
    },
    rule: async (methodId, card) => control.changeCard(methodId, CARDS[card]),
    refundThere: async (outsideId, amount) => {
      control.refund(outsideId, amount)
    },
    unaccepted: () => control.deliveries().filter(({ accepted }) => !accepted).length,
    // Whoever pays has waited for the answer to the first message.
    settle: async () => undefined,
    spoil: (message, how) => (how === 'stale' ? message : spoilt(message, how)),
    close: async () => await simulator.close(),
  }
  return rig
}

function spoilt(message: RawMessage, how: 'forged' | 'malformed'): RawMessage {
  const fields = new URLSearchParams(message.body.toString('utf8'))
  if (how === 'forged') fields.set('sum', '0.01')
  else fields.delete('key')
  return { ...message, body: Buffer.from(fields.toString()) }
}
