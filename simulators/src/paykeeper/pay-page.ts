import type { Invoice, PageLanguage } from './cabinet-records.ts'
import { TEST_CARDS, type CardProblem } from './cards.ts'
import { PAY_PAGE_TEXTS } from './pay-page-texts.ts'

/** The look of a payer's page: small, without a script, readable on a telephone. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#f6f5f2;--surface:#fff;--sunk:#f1efeb;--line:#e4e2dd;--field:#93908b;--text:#1f1e1b;--dim:#575550;--teal:#045c62;--on:#fff;--soft:#dff3f5;--red:#ac2724;--amber:#784e08;--amber-soft:#fff8ee}
@media(prefers-color-scheme:dark){:root{--bg:#141311;--surface:#1d1c19;--sunk:#262521;--line:#34322d;--field:#75726c;--text:#e3e1dd;--dim:#aeaba6;--teal:#5ab6be;--on:#08201f;--soft:#1a3d3e;--red:#f27a6f;--amber:#ffc676;--amber-soft:#33240d}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.45 'IBM Plex Sans',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;text-rendering:geometricPrecision}
main{max-width:450px;margin:0 auto;padding:24px 16px 40px}
.notice{background:var(--amber-soft);color:var(--amber);text-align:center;padding:8px 16px;font-size:13.5px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:18px;margin-top:16px}
h1{font-size:17px;font-weight:600;margin:0 0 4px}
.sum{font-size:30px;font-weight:600;letter-spacing:-.02em;font-variant-numeric:tabular-nums;margin:0}
.dim{color:var(--dim);font-size:13.5px;margin:0}
ul{list-style:none;margin:12px 0 0;padding:0;border-top:1px solid var(--line)}
li{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-bottom:1px solid var(--line);font-size:14px;font-variant-numeric:tabular-nums}
label{display:block;font-size:13px;font-weight:540;margin-top:12px}
input{width:100%;min-height:44px;margin-top:4px;padding:8px 12px;border:1px solid var(--field);border-radius:8px;background:var(--surface);color:var(--text);font:inherit;font-size:16px;font-variant-numeric:tabular-nums}
:focus-visible{outline:2px solid var(--teal);outline-offset:2px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:12px}
button,.link{display:block;width:100%;min-height:48px;margin-top:10px;padding:10px 16px;border-radius:8px;border:1px solid var(--field);background:var(--surface);color:var(--text);font:inherit;font-weight:560;text-align:center;text-decoration:none;cursor:pointer}
.main{background:var(--teal);border-color:var(--teal);color:var(--on);margin-top:18px}
.problem{color:var(--red);font-size:13.5px;margin:4px 0 0}
summary{cursor:pointer;min-height:44px;line-height:44px;color:var(--teal);margin-top:8px}
code{font-variant-numeric:tabular-nums}
dl{margin:0;font-size:13.5px}dt{font-variant-numeric:tabular-nums}dd{margin:0 0 6px;color:var(--dim)}
`

/** A person's text inside HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export function frame(language: PageLanguage, title: string, body: string): string {
  const t = PAY_PAGE_TEXTS[language]
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><div class="notice">${t.notice}</div><main>${body}</main></body></html>`
}

/** The page of an open invoice: what is paid, a filled-in test card, and every way it can end. */
export function payForm(
  invoice: Invoice,
  currency: string,
  shown: { problem?: CardProblem; number?: string; expiry?: string; holder?: string; testExpiry: string },
): string {
  const t = PAY_PAGE_TEXTS[invoice.language]
  const value = (text: string): string => `value="${escapeHtml(text)}"`
  const problem = (field: CardProblem): string =>
    shown.problem === field ? `<p class="problem" id="p-${field}" role="alert">${t.problem[field]}</p>` : ''
  const invalid = (field: CardProblem): string =>
    shown.problem === field ? `aria-invalid="true" aria-describedby="p-${field}"` : ''
  const cards = Object.entries(TEST_CARDS) as [keyof typeof TEST_CARDS, string][]
  return frame(
    invoice.language,
    t.title,
    `${summary(invoice, currency)}
<form class="card" method="post" action="/bill/${invoice.id}/" autocomplete="off">
<label>${t.number}<input name="card_number" inputmode="numeric" list="cards" ${value(shown.number ?? grouped(TEST_CARDS.pays))} ${invalid('number')}></label>${problem('number')}
<datalist id="cards">${cards.map(([name, number]) => `<option value="${grouped(number)}">${t.cards[name]}</option>`).join('')}</datalist>
<div class="two"><div><label>${t.expiry}<input name="card_expiry" inputmode="numeric" ${value(shown.expiry ?? shown.testExpiry)} ${invalid('expiry')}></label>${problem('expiry')}</div>
<div><label>${t.code}<input name="card_code" inputmode="numeric" value="123" ${invalid('code')}></label>${problem('code')}</div></div>
<label>${t.holder}<input name="card_holder" ${value(shown.holder ?? 'TEST GATEWAY')}></label>
<button class="main" name="action" value="pay">${t.pay} ${money(invoice.amount, currency, invoice.language)}</button>
<div class="two"><button name="action" value="decline">${t.decline}</button><button name="action" value="cancel">${t.cancel}</button></div>
<button name="action" value="late">${t.late}</button><button name="action" value="twice">${t.twice}</button>
<details><summary>${t.ways}</summary><dl>${cards.map(([name, number]) => `<dt>${grouped(number)}</dt><dd>${t.cards[name]}</dd>`).join('')}</dl></details>
</form>`,
  )
}

/** The page of the payer's bank. */
export function threeDSecurePage(invoice: Invoice, currency: string, paymentId: string): string {
  const t = PAY_PAGE_TEXTS[invoice.language]
  return frame(
    invoice.language,
    t.threeDSecure,
    `${summary(invoice, currency)}<form class="card" method="post" action="/bill/${invoice.id}/3ds/${paymentId}/"><h1>${t.threeDSecure}</h1><p class="dim">${t.threeDSecureText}</p>
<button class="main" name="action" value="confirm">${t.confirm}</button><button name="action" value="refuse">${t.refuse}</button></form>`,
  )
}

/** A page that only says something, with at most one way on. */
export function messagePage(
  language: PageLanguage,
  message: string,
  link?: { href: string; text: string },
): string {
  const way = link ? `<a class="link" href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a>` : ''
  return frame(language, message, `<div class="card"><h1>${escapeHtml(message)}</h1>${way}</div>`)
}

function summary(invoice: Invoice, currency: string): string {
  const t = PAY_PAGE_TEXTS[invoice.language]
  const order = invoice.orderId === null ? '' : `<p class="dim">${t.order} ${escapeHtml(invoice.orderId)}</p>`
  const lines = invoice.cart
    .map(
      (line) =>
        `<li><span>${escapeHtml(line.name)}</span><span>${money(line.sum, currency, invoice.language)}</span></li>`,
    )
    .join('')
  return `<div class="card"><h1>${escapeHtml(invoice.title || t.title)}</h1>${order}<p class="sum">${money(invoice.amount, currency, invoice.language)}</p>${lines && `<ul>${lines}</ul>`}</div>`
}

function money(minor: number, currency: string, language: PageLanguage): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(minor / 100)
}

function grouped(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ')
}
