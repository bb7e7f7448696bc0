import { expect, test } from 'vitest'
import { onlyLast } from './only-last.ts'

/** A line that answers when it is told to, or breaks. */
function slowLine() {
  const sent: string[] = []
  const answers: ((isBroken?: boolean) => void)[] = []
  const send = (value: string) => async (): Promise<void> => {
    sent.push(value)
    await new Promise<void>((resolve, reject) =>
      answers.push((isBroken = false) => (isBroken ? reject(new Error('broken')) : resolve())),
    )
  }
  const answer = async (isBroken = false): Promise<void> => {
    answers.shift()?.(isBroken)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { sent, send, answer }
}

test('goes out one after another; of those that wait, the last', async () => {
  const { sent, send, answer } = slowLine()
  const choose = onlyLast()
  for (const language of ['en', 'de', 'pl']) choose(send(language))
  expect(sent).toEqual(['en'])
  await answer()
  expect(sent).toEqual(['en', 'pl'])
  await answer()
  choose(send('ru'))
  expect(sent).toEqual(['en', 'pl', 'ru'])
})

test('a broken one does not stop the next', async () => {
  const { sent, send, answer } = slowLine()
  const choose = onlyLast()
  choose(send('en'))
  choose(send('de'))
  await answer(true)
  expect(sent).toEqual(['en', 'de'])
})
