import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { payMethodNames, type PayMethodName } from '@stowage/api/payment-lists'
import { languages } from '@stowage/texts'
import { loadUiArea } from '@stowage/texts/ui/load.ts'
import { PayMethods } from './pay-methods.tsx'

const all = payMethodNames.map((method) => ({ method, processor: 'stripe' as const }))

test.each(languages)(
  '%s: each way has its words, and only a chosen direct debit tells of its mandate',
  async (language) => {
    const { methods: words, ...rest } = await loadUiArea(language, 'paying')
    const shown = (value: PayMethodName): string =>
      renderToStaticMarkup(
        <IntlProvider locale={language} messages={{ paying: { ...rest, methods: words } }} timeZone="UTC">
          <PayMethods methods={all} value={value} onChange={() => undefined} />
        </IntlProvider>,
      )
    const byCard = shown('card')
    for (const method of payMethodNames) expect(byCard).toContain(words[method])
    expect(byCard.match(/type="radio"/g)).toHaveLength(all.length)
    expect(byCard).toContain(words.sepaText)
    expect(byCard).not.toContain(words.sepaMandate)
    expect(shown('sepa')).toContain(words.sepaMandate)
  },
)
