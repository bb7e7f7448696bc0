import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendHtml } from '../paykeeper/form-fields.ts'
import type { StripeAccount } from './account.ts'
import { Form } from './form.ts'
import { authenticatePage, mandatePage, money, sayingPage, sessionPage } from './pay-page.ts'
import { pageLanguage, STRIPE_PAGE_TEXTS, type FieldProblem, type PageLanguage } from './pay-page-texts.ts'
import { answerPage } from './pay-intent.ts'
import { answerSessionPage, intentsOf, paySession, type SessionStep } from './pay-session.ts'
import { readPayer } from './read-payer.ts'
import { StripeRefusal } from './refusals.ts'
import type { CheckoutSession, MethodType, PaymentIntent, SetupIntent } from './records.ts'
import { answerSetupPage } from './save-intent.ts'
import { sessionOf } from './session-follows.ts'

/** What the payer's browser sees: the hosted page, his bank's or PayPal's, and the way back. */
export function payPageRoutes(app: FastifyInstance, account: StripeAccount, browserWaitMs: number): void {
  const { books, name: merchant } = account
  const languageOf = (request: FastifyRequest, session?: CheckoutSession): PageLanguage =>
    pageLanguage(session?.locale ?? null, request.headers['accept-language'])
  const unknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const language = languageOf(request)
    return sendHtml(reply, sayingPage(language, STRIPE_PAGE_TEXTS[language].unknown), 404)
  }

  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    session: CheckoutSession,
    more: { method?: string | undefined; typed?: Record<string, string>; problem?: FieldProblem } = {},
  ): FastifyReply => {
    const language = languageOf(request, session)
    const plan = books.plans.get(session.id)
    if (session.status !== 'open' || !plan) return sendHtml(reply, closedPage(session, language))
    const method = methodOf(session, more.method)
    if (!method) return unknown(request, reply)
    const expiry = `12/${String((account.now().getUTCFullYear() + 3) % 100).padStart(2, '0')}`
    return sendHtml(
      reply,
      sessionPage({ session, plan, merchant, language, expiry, ...more, method }),
      more.problem === undefined ? 200 : 422,
    )
  }

  /** Where the browser goes after a step; to the merchant only when he has understood, or has taken too long. */
  const goOn = async (
    reply: FastifyReply,
    session: CheckoutSession,
    step: SessionStep,
    method: string,
  ): Promise<FastifyReply> => {
    books.saveNow()
    if (step.kind === 'page') return reply.redirect(`/authenticate/${step.intentId}`, 303)
    if (step.kind === 'declined') return reply.redirect(`/c/pay/${session.id}?method=${method}`, 303)
    await Promise.race([
      account.webhooks.attempted(step.eventId),
      sleep(browserWaitMs, undefined, { ref: false }),
    ])
    return reply.redirect(successUrl(session), 303)
  }

  app.get<{ Params: { id: string }; Querystring: { method?: string } }>('/c/pay/:id', (request, reply) => {
    const session = books.sessions.find(request.params.id)
    return session ? show(request, reply, session, { method: request.query.method }) : unknown(request, reply)
  })

  app.post<{ Params: { id: string } }>('/c/pay/:id', async (request, reply) => {
    const session = books.sessions.find(request.params.id)
    if (!session) return unknown(request, reply)
    const typed = Object.fromEntries(new URLSearchParams(String(request.body)))
    const method = methodOf(session, typed['method'])
    // A second click or another tab: what the first one did is shown.
    if (session.status === 'complete') return reply.redirect(successUrl(session), 303)
    if (session.status !== 'open' || !method) return show(request, reply, session)
    const payer = readPayer(account, session, method, typed)
    if (typeof payer === 'string') return show(request, reply, session, { method, typed, problem: payer })
    const acceptance = { ip: request.ip, agent: request.headers['user-agent'] ?? null }
    try {
      const step = paySession(account, session, payer, method === 'sepa_debit' ? acceptance : undefined)
      return await goOn(reply, session, step, method)
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      return sendHtml(reply, sayingPage(languageOf(request, session), error.message), 400)
    }
  })

  const intentNamed = (id: string): PaymentIntent | SetupIntent | undefined =>
    books.intents.find(id) ?? books.setups.find(id)

  app.get<{ Params: { id: string } }>('/authenticate/:id', (request, reply) => {
    const intent = intentNamed(request.params.id)
    if (!intent) return unknown(request, reply)
    const session = sessionOf(account, intent.id)
    if (intent.status !== 'requires_action') return leave(reply, intent, session)
    const language = languageOf(request, session)
    const method = intent.payment_method === null ? undefined : books.methods.find(intent.payment_method)
    return sendHtml(
      reply,
      authenticatePage(language, merchant, {
        id: intent.id,
        isPayPal: method?.type === 'paypal',
        amount: intent.object === 'payment_intent' ? money(intent.amount, intent.currency, language) : '',
      }),
    )
  })

  app.post<{ Params: { id: string } }>('/authenticate/:id', async (request, reply) => {
    const intent = intentNamed(request.params.id)
    if (!intent) return unknown(request, reply)
    const session = sessionOf(account, intent.id)
    if (intent.status !== 'requires_action') return leave(reply, intent, session)
    const agrees = Form.parse(String(request.body)).text('action') === 'confirm'
    const type = intent.payment_method === null ? 'card' : books.methods.get(intent.payment_method).type
    if (session?.status === 'open')
      return await goOn(reply, session, answerSessionPage(account, session, agrees), type)
    const back = intent.next_action?.redirect_to_url?.return_url
    if (intent.object === 'payment_intent') answerPage(account, intent, agrees)
    else answerSetupPage(account, intent, agrees)
    books.saveNow()
    return leave(reply, intent, session, back)
  })

  app.get<{ Params: { id: string } }>('/mandate/:id', (request, reply) => {
    const mandate = books.mandates.find(request.params.id)
    return mandate
      ? sendHtml(reply, mandatePage(languageOf(request), merchant, mandate))
      : unknown(request, reply)
  })

  app.get<{ Params: { id: string } }>('/receipt/:id', (request, reply) => {
    const charge = books.charges.find(request.params.id)
    if (charge?.paid !== true) return unknown(request, reply)
    const language = languageOf(request)
    const { receipt } = STRIPE_PAGE_TEXTS[language]
    return sendHtml(
      reply,
      sayingPage(language, `${receipt}: ${merchant}, ${money(charge.amount, charge.currency, language)}`),
    )
  })

  /** Back from the bank's page, where nothing is left to answer. */
  const leave = (
    reply: FastifyReply,
    intent: PaymentIntent | SetupIntent,
    session: CheckoutSession | undefined,
    back?: string | null,
  ): FastifyReply => {
    if (session) return reply.redirect(`/c/pay/${session.id}`, 303)
    if (back == null) return sendHtml(reply, sayingPage('en', STRIPE_PAGE_TEXTS.en.pending))
    const target = new URL(back)
    target.searchParams.set(intent.object, intent.id)
    target.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
    return reply.redirect(target.href, 303)
  }

  /** What is shown instead of the form when nothing can be done here any more. */
  const closedPage = (session: CheckoutSession, language: PageLanguage): string => {
    const t = STRIPE_PAGE_TEXTS[language]
    if (session.status === 'expired')
      return sayingPage(
        language,
        t.expired,
        session.cancel_url === null
          ? undefined
          : { href: session.cancel_url, text: t.backTo.replace('{merchant}', merchant) },
      )
    const { intent } = intentsOf(account, session)
    const said = session.mode === 'setup' ? t.saved : intent?.status === 'succeeded' ? t.done : t.pending
    return sayingPage(language, said, { href: successUrl(session), text: t.onward })
  }
}

function methodOf(session: CheckoutSession, asked: string | undefined): MethodType | undefined {
  const types = session.payment_method_types as MethodType[]
  return types.find((type) => type === asked) ?? types[0]
}

function successUrl(session: CheckoutSession): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}
