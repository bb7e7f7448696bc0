import { addAppeal, handleAppeal, requestAvailability } from '@stowage/api/support'
import { must, raise, type Desk } from './desk.ts'
import type { FilledStock } from './fill-stocks.ts'
import type { Step } from './script.ts'

interface Asked {
  readonly day: number
  readonly name: string
  readonly phone: string
  readonly email?: string
  readonly type: 'callback' | 'message'
  readonly message?: string
  /** What staff noted when they had answered. */
  readonly answered?: string
}

const asked: readonly Asked[] = [
  {
    day: -12,
    name: 'Игорь Савельев',
    phone: '+79161140277',
    type: 'callback',
    message: 'Можно ли привезти пианино?',
    answered: 'Можно, предложен бокс на первом этаже.',
  },
  {
    day: -9,
    name: 'Heike Lorenz',
    phone: '+49 30 4481902',
    email: 'heike.lorenz@post.example',
    type: 'message',
    message: 'Kann ich die Miete für ein Jahr im Voraus bezahlen?',
    answered: 'Angebot geschickt.',
  },
  { day: -2, name: 'Łukasz Wrona', phone: '+48 22 6203381', type: 'callback' },
  {
    day: -1,
    name: 'Тамара Белова',
    phone: '+79039914420',
    email: 'belova@post.example',
    type: 'message',
    message:
      'Здравствуйте! Подскажите, есть ли у вас тележки и до которого часа можно заехать в воскресенье?',
  },
]

/** Who waits for a box, in the order of arrival. */
const waiting = [
  { day: -20, name: 'Антон Ремизов', email: 'remizov@post.example', stock: 'presnya', size: 'xl' },
  { day: -14, name: 'Полина Гай', email: 'gai@post.example', stock: 'presnya', size: 'xl' },
  { day: -6, name: 'Björn Krüger', email: 'bjoern.krueger@post.example', stock: 'moabit', size: 'm' },
  { day: -3, name: 'Юрий Ларин', email: 'larin@post.example', stock: 'presnya', size: 'xl' },
] as const

/** What people have asked in the last weeks: some of it is answered, and some still waits. */
export function requestsOf(desk: Desk, filled: readonly FilledStock[]): Step[] {
  const at = (key: string): string =>
    filled.find(({ demo }) => demo.key === key)?.id ?? raise(`there is no stock ${key}`)
  return [
    ...asked.map(({ day, answered, ...body }) => ({
      day,
      act: async () => {
        const made = await desk.superUser.call(addAppeal, { body })
        must(made, 'a request could not be made')
        if (answered === undefined) return
        const { id } = made.body
        must(
          await desk.superUser.call(handleAppeal, { params: { id }, body: { note: answered } }),
          'a request could not be handled',
        )
      },
    })),
    ...waiting.map(({ day, stock, ...wish }) => ({
      day,
      act: async () =>
        must(
          await desk.superUser.call(requestAvailability, {
            body: { ...wish, stock: at(stock), privacy: true },
          }),
          'nobody could be put on the waiting list',
        ),
    })),
  ]
}
