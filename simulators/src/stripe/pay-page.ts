import { escapeHtml, STYLE } from '../paykeeper/pay-page.ts'
import { DECLINE_CODES } from './declines.ts'
import { declineSentence, STRIPE_PAGE_TEXTS, type FieldProblem, type PageLanguage } from './pay-page-texts.ts'
import type { CheckoutSession, Mandate, MethodType, SessionPlan } from './records.ts'
import { TEST_CARDS } from './test-cards.ts'
import { TEST_IBANS } from './test-ibans.ts'
import { TEST_NUMBER_TEXTS } from './test-number-texts.ts'

const MORE_STYLE = `
.tabs{display:flex;flex-wrap:wrap;gap:8px;margin-top:16px}
.tabs a{flex:1 1 auto;display:flex;align-items:center;justify-content:center;min-height:44px;padding:6px 12px;border:1px solid var(--field);border-radius:8px;background:var(--surface);color:var(--text);font-size:14px;font-weight:540;text-align:center;text-decoration:none}
.more{padding:6px 18px}
.more summary{margin-top:0}
.tabs a[aria-current]{border-color:var(--teal);background:var(--soft);color:var(--teal)}
.back{display:inline-block;min-height:44px;line-height:44px;color:var(--teal);font-size:14px}
.alert{border:1px solid var(--red);color:var(--red);border-radius:8px;padding:10px 12px;margin:16px 0 0;font-size:14px}
.small{color:var(--dim);font-size:13px;margin:12px 0 0}
.check{display:flex;gap:10px;align-items:flex-start;min-height:44px;padding-top:8px;font-size:14px}
.check input{width:20px;min-height:20px;height:20px;margin:2px 0 0;accent-color:var(--teal);flex:none}
select{width:100%;min-height:44px;margin-top:4px;padding:8px 12px;border:1px solid var(--field);border-radius:8px;background:var(--surface);color:var(--text);font:inherit;font-size:16px}
`

/** What is shown of a session, its problems included. */
export interface ShownSession {
  readonly session: CheckoutSession
  readonly plan: SessionPlan
  readonly merchant: string
  readonly language: PageLanguage
  readonly method: MethodType
  readonly typed?: Readonly<Record<string, string>>
  readonly problem?: FieldProblem
  /** A test card's expiry, so that nobody has to think of one. */
  readonly expiry: string
}

function frame(language: PageLanguage, title: string, body: string): string {
  const t = STRIPE_PAGE_TEXTS[language]
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}${MORE_STYLE}</style></head><body><div class="notice">${t.notice}</div><main>${body}</main></body></html>`
}

const named = (text: string, merchant: string): string => escapeHtml(text.replaceAll('{merchant}', merchant))

/** The page of an open session: what is paid, the ways to pay, and the form of the chosen one. */
export function sessionPage(shown: ShownSession): string {
  const { session, plan, merchant, language, method } = shown
  const t = STRIPE_PAGE_TEXTS[language]
  const back =
    session.cancel_url === null
      ? ''
      : `<a class="back" href="${escapeHtml(session.cancel_url)}">← ${named(t.backTo, merchant)}</a>`
  const types = session.payment_method_types as MethodType[]
  const tabs =
    types.length < 2
      ? ''
      : `<nav class="tabs" aria-label="${t.methodsLabel}">${types
          .map(
            (type) =>
              `<a href="/c/pay/${session.id}?method=${type}"${type === method ? ' aria-current="page"' : ''}>${t.methods[type]}</a>`,
          )
          .join('')}</nav>`
  const alert =
    plan.problem === null || shown.problem !== undefined
      ? ''
      : `<p class="alert" role="alert">${declineSentence(t, plan.problem)}</p>`
  const title = session.mode === 'setup' ? t.saveTitle : t.pay.replace('{amount}', sum(session, language))
  return frame(
    language,
    title,
    `${back}${summary(shown)}${tabs}${alert}
<form class="card" method="post" action="/c/pay/${session.id}" autocomplete="off"><input type="hidden" name="method" value="${method}">${fields(shown)}
<button class="main">${method === 'paypal' ? t.toPayPal : session.mode === 'setup' ? t.save : t.pay.replace('{amount}', sum(session, language))}</button></form>${numbers(shown)}`,
  )
}

function fields(shown: ShownSession): string {
  const { session, plan, merchant, language, method } = shown
  const t = STRIPE_PAGE_TEXTS[language]
  const problem = (field: FieldProblem): string =>
    shown.problem === field ? `<p class="problem" id="p-${field}" role="alert">${t.problems[field]}</p>` : ''
  const input = (field: FieldProblem, label: string, value: string, more = ''): string =>
    `<label>${label}<input name="${field}" value="${escapeHtml(shown.typed?.[field] ?? value)}" ${more}${shown.problem === field ? ` aria-invalid="true" aria-describedby="p-${field}"` : ''}></label>${problem(field)}`
  const email =
    session.customer_details?.email == null
      ? input('email', t.email, '', 'type="email" inputmode="email"')
      : `<p class="dim">${escapeHtml(session.customer_details.email)}</p>`
  const isKept = session.mode === 'setup' || plan.setupFutureUsage !== null
  if (method === 'paypal') return `${email}<p class="small">${t.payPalText}</p>`
  if (method === 'sepa_debit')
    return `${email}${input('name', t.accountHolder, session.customer_details?.name ?? '')}${input('iban', t.iban, '', 'autocapitalize="characters" spellcheck="false"')}
<p class="small">${named(t.mandate, merchant)}</p><label class="check"><input type="checkbox" name="consent" value="yes"${shown.typed?.['consent'] === 'yes' ? ' checked' : ''}><span>${t.consent}</span></label>${problem('consent')}`
  const chosen = shown.typed?.['outcome'] ?? ''
  return `${email}${input('number', t.number, grouped(TEST_CARDS.pays.number), 'inputmode="numeric"')}
<div class="two"><div>${input('expiry', t.expiry, shown.expiry, 'inputmode="numeric"')}</div><div>${input('cvc', t.cvc, '123', 'inputmode="numeric"')}</div></div>
${input('name', t.holder, session.customer_details?.name ?? 'TEST GATEWAY')}
<label>${t.outcome}<select name="outcome"><option value="">${t.outcomeOfCard}</option>${DECLINE_CODES.map((code) => `<option${code === chosen ? ' selected' : ''}>${code}</option>`).join('')}</select></label>
${isKept ? `<p class="small">${named(t.reuse, merchant)}</p>` : ''}`
}

/** The numbers one can try, and what they do. */
function numbers({ language, method }: ShownSession): string {
  const { ways } = STRIPE_PAGE_TEXTS[language]
  const t = TEST_NUMBER_TEXTS[language]
  const rows =
    method === 'card'
      ? (Object.keys(TEST_CARDS) as (keyof typeof TEST_CARDS)[]).map(
          (name) => [TEST_CARDS[name].number, t.cards[name]] as const,
        )
      : method === 'sepa_debit'
        ? TEST_IBANS.map(({ iban, kind }) => [iban, t.ibans[kind]] as const)
        : []
  if (rows.length === 0) return ''
  const list = rows.map(([number, what]) => `<dt>${grouped(number)}</dt><dd>${what}</dd>`).join('')
  return `<details class="card more"><summary>${ways}</summary><dl>${list}</dl></details>`
}

function summary({ session, plan, merchant, language }: ShownSession): string {
  const t = STRIPE_PAGE_TEXTS[language]
  if (session.mode === 'setup')
    return `<div class="card"><h1>${t.saveTitle}</h1><p class="dim">${escapeHtml(merchant)}</p></div>`
  const lines = plan.lines
    .map(
      ({ name, quantity, amount }) =>
        `<li><span>${escapeHtml(name)}${quantity > 1 ? ` × ${quantity}` : ''}</span><span>${money(amount * quantity, session.currency ?? 'eur', language)}</span></li>`,
    )
    .join('')
  return `<div class="card"><h1>${escapeHtml(merchant)}</h1><p class="sum">${sum(session, language)}</p><ul>${lines}</ul></div>`
}

/** The page of the payer's bank, or PayPal's. */
export function authenticatePage(
  language: PageLanguage,
  merchant: string,
  shown: { readonly id: string; readonly isPayPal: boolean; readonly amount: string },
): string {
  const t = STRIPE_PAGE_TEXTS[language]
  const title = shown.isPayPal ? t.payPalTitle : t.bankTitle
  return frame(
    language,
    title,
    `<form class="card" method="post" action="/authenticate/${shown.id}"><h1>${title}</h1>${shown.amount && `<p class="sum">${shown.amount}</p>`}<p class="dim">${named(shown.isPayPal ? t.payPalPageText : t.bankText, merchant)}</p>
<button class="main" name="action" value="confirm">${t.confirm}</button><button name="action" value="refuse">${t.refuse}</button></form>`,
  )
}

/** A page that only says something, with at most one way on. */
export function sayingPage(
  language: PageLanguage,
  message: string,
  link?: { readonly href: string; readonly text: string },
): string {
  const way = link ? `<a class="link" href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a>` : ''
  return frame(language, message, `<div class="card"><h1>${escapeHtml(message)}</h1>${way}</div>`)
}

/** The mandate as the payer can read it again. */
export function mandatePage(language: PageLanguage, merchant: string, mandate: Mandate): string {
  const t = STRIPE_PAGE_TEXTS[language]
  const reference = mandate.payment_method_details.sepa_debit?.reference ?? ''
  return frame(
    language,
    t.mandateTitle,
    `<div class="card"><h1>${t.mandateTitle}</h1><p class="dim">${t.reference}: ${escapeHtml(reference)}</p><p class="small">${mandate.status === 'active' ? named(t.mandate, merchant) : t.mandateEnded}</p></div>`,
  )
}

export function money(minor: number, currency: string, language: PageLanguage): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency: currency.toUpperCase() }).format(
    minor / 100,
  )
}

function sum(session: CheckoutSession, language: PageLanguage): string {
  return money(session.amount_total ?? 0, session.currency ?? 'eur', language)
}

function grouped(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ')
}
