import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import { stripeDeliveryModes, stripeFaults } from '@stowage/api/simulated-stripe'
import { type ConsoleDone } from '@stowage/api/simulators'
import type { PayWith, StripeControl } from '../stripe/control.ts'
import type { StripeSimulator } from '../stripe/start-stripe.ts'
import { acting, bodyOf, choice, ConsoleError, numberIn, textOf, type Body } from './console-error.ts'
import { stripeView } from './stripe-view.ts'

/** The account at Stripe: what a payer, his bank and the network may do to it. */
export function stripeCalls(
  app: FastifyInstance,
  { baseUrl, control }: StripeSimulator,
  open: RouteShorthandOptions,
): void {
  const known = (id: string, rows: readonly { id: string }[]): string => {
    if (!rows.some((row) => row.id === id)) throw new ConsoleError(404, `there is no ${id}`)
    return id
  }
  const done: ConsoleDone = { done: true }
  /** A call about one record: what it does is told by `action`. */
  const about = (
    kind: string,
    rows: () => readonly { id: string }[],
    act: (id: string, body: Body) => Promise<unknown>,
  ): void => {
    app.post<{ Params: { id: string } }>(`/stripe/${kind}/:id`, {
      ...open,
      handler: async (request): Promise<ConsoleDone> => {
        await act(known(request.params.id, rows()), bodyOf(request.body))
        return done
      },
    })
  }

  app.get('/stripe', open, () => stripeView(baseUrl, control))

  app.post('/stripe', {
    ...open,
    handler: async (request): Promise<ConsoleDone> => {
      await actOnAccount(control, bodyOf(request.body))
      return done
    },
  })

  about('sessions', control.sessions, async (id, body) => {
    if (choice(body, 'action', ['pay', 'expire']) === 'expire') return await acting(() => control.expire(id))
    const how = payWith(body)
    const agrees = body['agrees'] !== false
    return await acting(() => control.pay(id, { agrees, ...(how ? { with: how } : {}), ...modeOf(body) }))
  })

  about('payments', control.intents, async (id, body) => {
    const action = choice(body, 'action', ['settle', 'refund', 'dispute', 'closeDispute'])
    if (action === 'settle') {
      const outcome =
        body['outcome'] === undefined ? undefined : choice(body, 'outcome', ['succeeded', 'failed'])
      return await acting(() => control.settleDebit(id, outcome))
    }
    if (action === 'refund') {
      const amount =
        body['amount'] === undefined ? undefined : numberIn(body, 'amount', [1, Number.MAX_SAFE_INTEGER])
      if (amount !== undefined && !Number.isInteger(amount))
        throw new ConsoleError(400, 'amount: whole minor units')
      return await acting(() => control.refund(id, amount))
    }
    if (action === 'dispute') {
      const kind = body['kind'] === undefined ? 'dispute' : choice(body, 'kind', ['dispute', 'inquiry'])
      return await acting(() => control.dispute(id, kind))
    }
    const outcome = choice(body, 'outcome', ['won', 'lost'])
    const dispute = control.disputes().findLast((one) => one.payment_intent === id)
    if (!dispute) throw new ConsoleError(404, 'it is not disputed')
    return await acting(() => control.closeDispute(dispute.id, outcome))
  })

  about('methods', control.methods, async (id, body) => {
    const action = choice(body, 'action', ['detach', 'endMandate', 'renew', 'change'])
    if (action === 'detach') return await acting(() => control.detach(id))
    if (action === 'renew') return await acting(() => control.renewCard(id))
    if (action === 'change')
      return await acting(() =>
        control.changeMethod(id, textOf({ ...body, ...nullAsNone(body) }, 'behaviour') ?? null),
      )
    const mandate = control.mandates().findLast((one) => one.payment_method === id && one.status === 'active')
    if (!mandate) throw new ConsoleError(404, 'it has no mandate')
    return await acting(() => control.endMandate(mandate.id))
  })

  app.post<{ Params: { id: string } }>('/stripe/events/:id', {
    ...open,
    handler: async (request): Promise<ConsoleDone> => {
      const body = bodyOf(request.body)
      choice(body, 'action', ['deliverAgain'])
      await acting(() => control.deliverAgain(request.params.id, modeOf(body).mode))
      return done
    },
  })
}

async function actOnAccount(control: StripeControl, body: Body): Promise<void> {
  switch (choice(body, 'action', ['down', 'up', 'slow', 'advance', 'deliver', 'fail'])) {
    case 'down':
      control.setDown(true)
      return
    case 'up':
      control.setDown(false)
      control.setSlow(0)
      return
    case 'slow':
      control.setSlow(numberIn(body, 'ms', [0, 120_000]))
      return
    case 'advance': {
      const days = numberIn(body, 'days', [1, 366])
      if (!Number.isInteger(days)) throw new ConsoleError(400, 'days: a whole number')
      await acting(() => control.advance(days))
      return
    }
    case 'deliver':
      control.setDeliveryMode(choice(body, 'mode', stripeDeliveryModes))
      return
    case 'fail':
      control.fail(choice(body, 'fault', stripeFaults), numberIn(body, 'count', [1, 20], 1))
  }
}

function modeOf(body: Body): { mode?: (typeof stripeDeliveryModes)[number] } {
  return body['mode'] === undefined ? {} : { mode: choice(body, 'mode', stripeDeliveryModes) }
}

function nullAsNone(body: Body): Body {
  return body['behaviour'] === null ? { behaviour: undefined } : {}
}

/** How the payer pays, where it is told. @throws ConsoleError */
function payWith(body: Body): PayWith | undefined {
  const [card, iban, paypal] = [textOf(body, 'card'), textOf(body, 'iban'), textOf(body, 'paypal')]
  if ([card, iban, paypal].filter((given) => given !== undefined).length > 1)
    throw new ConsoleError(400, 'one of card, iban, paypal')
  if (iban !== undefined) return { iban: iban.replace(/\s/g, '') }
  if (paypal !== undefined) return { paypal }
  if (card === undefined) return undefined
  const number = card.replace(/\s/g, '')
  if (!/^(\d{13,19}|pm_\w+)$/.test(number)) throw new ConsoleError(400, 'card: 13 to 19 digits, or pm_…')
  return { card: number }
}
