import type { Running } from '../../apps/server/src/main.ts'
import type { DeliveryMode } from '../../simulators/src/paykeeper/cabinet-records.ts'
import type { PayKeeper } from '../../simulators/src/paykeeper/start-paykeeper.ts'

type OutsidePayment = Awaited<ReturnType<PayKeeper['control']['pay']>>

interface Stage {
  readonly world: { readonly running: Pick<Running, 'port' | 'modules'> }
  readonly service: PayKeeper
}

export interface PaidForm {
  readonly fields: Readonly<Record<string, string>>
  readonly policy: string
  readonly outside: OutsidePayment
}

/** What a browser does with our page: posts its form to the processor and pays there. */
export async function payOverForm(
  { world, service }: Stage,
  redirectionUrl: string,
  how: { mode?: DeliveryMode; cardNumber?: string } = {},
): Promise<PaidForm> {
  const { pathname, search } = new URL(redirectionUrl)
  const page = await fetch(`http://127.0.0.1:${world.running.port}${pathname}${search}`, {
    redirect: 'manual',
  })
  if (page.status !== 200) throw new Error(`the form is not shown: ${page.status}`)
  const html = await page.text()
  const action = unescaped(/<form [^>]*action="([^"]*)"/.exec(html)?.[1] ?? '')
  const fields = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [unescaped(name), unescaped(value)],
    ),
  )
  const made = await fetch(action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const bill = /\/bill\/(\d+)\//.exec(made.headers.get('location') ?? '')?.[1]
  if (bill === undefined)
    throw new Error(`the processor refused the form: ${made.status} ${await made.text()}`)
  const outside = await service.control.pay(bill, how)
  // Its message is worked on behind the answer.
  await world.running.modules.payments.idle()
  return { fields, policy: page.headers.get('content-security-policy') ?? '', outside }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
