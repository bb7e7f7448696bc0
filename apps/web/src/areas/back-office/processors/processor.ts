import type { PaymentProcessor } from '@stowage/api/processors'

export type Processor = PaymentProcessor
type Method = Processor['methods'][number]
type Currency = Processor['currencies'][number]

export const labelLengths = { label: [1, 60], login: [1, 100], url: [8, 200] } as const

/** What the form of a PayKeeper cabinet holds; a secret that is not typed stays as it is kept. */
export function payKeeperValues(processor?: Processor) {
  return {
    label: processor?.label ?? 'PayKeeper',
    url: processor?.url ?? '',
    login: processor?.login ?? '',
    currency: processor?.currencies[0] ?? 'RUB',
    password: '',
    secretWord: '',
  }
}
export type PayKeeperValues = ReturnType<typeof payKeeperValues>

/** The same of a Stripe account. */
export function stripeValues(processor?: Processor) {
  return {
    label: processor?.label ?? 'Stripe',
    methods: (processor?.methods ?? ['card']) as readonly Method[],
    currencies: (processor?.currencies ?? ['EUR']) as readonly Currency[],
    secretKey: '',
    webhookSecret: '',
    url: processor?.url ?? '',
  }
}
export type StripeValues = ReturnType<typeof stripeValues>

/** An address left empty is none: Stripe itself. */
export const stripeBody = ({ url, ...values }: Partial<StripeValues>): object => ({
  ...values,
  ...(url === undefined ? {} : { url: url.trim() === '' ? null : url }),
})

/** Whether it passed its last test as it stands. */
export const isReady = ({ test }: Processor): boolean => test?.isPassed === true && test.isCurrent

/** Whoever has changed more than its name has to test it again. */
export const isConnection = (changes: object): boolean =>
  Object.keys(changes).some((name) => name !== 'label' && name !== 'updated')

/** Where machine time is read by staff: theirs. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
