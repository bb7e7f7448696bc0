import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { describe, expect, test } from 'vitest'
import texts from '@stowage/texts/ui/en.ts'
import { MethodCards } from './method-cards.tsx'
import { methodsOf } from './methods.ts'

const words = texts.booking.pay
const shown = (situation: Parameters<typeof methodsOf>[0]): string => {
  const methods = methodsOf(situation)
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={texts} timeZone="UTC">
      <MethodCards
        methods={methods}
        method={methods[0] ?? 'none'}
        hasCard={situation.hasCard}
        isDisabled={false}
        onChange={() => undefined}
      />
    </IntlProvider>,
  )
}
const offered = (html: string): string[] =>
  Object.entries(words.methods)
    .filter(([, title]) => html.includes(`<b>${title}</b>`))
    .map(([method]) => method)

describe('how a box is paid', () => {
  test('where cards are taken: by card, by invoice, or a reservation', () => {
    const html = shown({ isForClient: false, hasCard: true, hasTransfer: true, isReserved: false })
    expect(offered(html)).toEqual(['paykeeper', 'bankTransfer', 'none'])
    expect(html).not.toContain(words.noCards)
  })
  test('where no processor takes the currency: by invoice or a reservation, and the screen says why', () => {
    const html = shown({ isForClient: false, hasCard: false, hasTransfer: true, isReserved: false })
    expect(offered(html)).toEqual(['bankTransfer', 'none'])
    expect(html).toContain(words.noCards)
  })
  test('what is reserved is not reserved again', () => {
    const html = shown({ isForClient: false, hasCard: false, hasTransfer: true, isReserved: true })
    expect(offered(html)).toEqual(['bankTransfer'])
    expect(html).toContain(words.noCards)
  })
  test('a seller without an account takes no transfers: a card, or a reservation alone', () => {
    const of = { isForClient: false, hasTransfer: false }
    expect(offered(shown({ ...of, hasCard: true, isReserved: true }))).toEqual(['paykeeper'])
    expect(offered(shown({ ...of, hasCard: false, isReserved: false }))).toEqual(['none'])
    expect(offered(shown({ ...of, hasCard: false, isReserved: true }))).toEqual(['none'])
  })
  test('for a client there are no cards anywhere: nothing to explain', () => {
    const html = shown({ isForClient: true, hasCard: false, hasTransfer: true, isReserved: false })
    expect(offered(html)).toEqual(['manual', 'none'])
    expect(html).not.toContain(words.noCards)
  })
})
