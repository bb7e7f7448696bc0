import './assets/words.js'
import { expect, test } from 'vitest'

interface Words {
  find(parts: readonly unknown[][], asked: string, language: string): unknown[][] | undefined
}
const { find } = (globalThis as unknown as { stowageWords: Words }).stowageWords

const part = (address: string, title: string, heading: string, text: string, language = 'ru') => [
  address,
  title,
  heading,
  text,
  language,
  '',
  0,
]
const parts = [
  part('leave', 'Остаться или выехать', 'Сообщить о выезде', 'Выберите день. Договор закончится.'),
  part('pay', 'Оплатить', '', 'Платёж картой или по счёту.'),
  part('leave-de', 'Bleiben oder ausziehen', 'Kündigen', 'Ein Vertrag läuft, bis Sie kündigen.', 'de'),
  part('door', 'Open the door', '', 'Press Open at the gate.', 'en'),
]
const found = (asked: string, language: string): unknown =>
  find(parts, asked, language)?.map(([address]) => address)

test.each([
  // The page says "выехать" and "закончится".
  ['закончить договор', 'ru', 'leave'],
  ['расторгнуть договор аренды', 'ru', 'leave'],
  ['Платеж', 'ru', 'pay'],
  ['оплата счета', 'ru', 'pay'],
  ['Mietvertrag beenden', 'de', 'leave-de'],
  ['opening doors', 'en', 'door'],
  // Half of what was asked is better than nothing.
  ['zzzz выезд', 'ru', 'leave'],
])('%s (%s) leads to %s', (asked, language, address) =>
  expect((found(asked, language) as string[])[0]).toBe(address),
)

test('nothing is found for what stands nowhere, and nothing is shown for no words', () => {
  expect(found('zzzz', 'ru')).toEqual([])
  expect(found('  ', 'ru')).toBeUndefined()
})
