import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readJson } from './read-json.ts'

const app = fastify({ bodyLimit: 4 * 1024 * 1024 })
readJson(app)
// As the server answers: the text of what was understood.
app.post(
  '/',
  async (request, reply) => await reply.type('application/json').send(JSON.stringify(request.body)),
)
app.setErrorHandler(async (_error, _request, reply) => await reply.status(400).send('refused'))
const send = async (payload: string) =>
  await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'application/json' } })
/** The same text long enough for the thread. */
const long = (text: string): string => `${text}${' '.repeat(300_000)}`

test.each([
  '{"a":[1,2,{"b":"ж 😀"}],"c":null}',
  '"just a text"',
  '[]',
  'null',
  '{"constructor":"a word"}',
  `{"nested":${'['.repeat(90)}${']'.repeat(90)}}`,
])('short or long, %s is read alike', async (text) => {
  const [short, longer] = [await send(text), await send(long(text))]
  expect(short.statusCode).toBe(200)
  expect(longer.body).toBe(short.body)
})

test.each([
  '{"a":',
  'no',
  '{"__proto__":{"a":1}}',
  '{"x":[{"constructor":{"prototype":{"a":1}}}]}',
  '{"a":1}}',
  // Read without a stack, and handed from thread to thread with one.
  `{"nested":${'['.repeat(120)}${']'.repeat(120)}}`,
  `{"nested":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  `{"nested":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
])('short or long, %s is refused', async (text) => {
  expect((await send(text)).statusCode).toBe(400)
  expect((await send(long(text))).statusCode).toBe(400)
})

test('many long ones at once are told apart', async () => {
  const texts = Array.from({ length: 6 }, (_, index) => String(index).repeat(300_000))
  const answers = await Promise.all(texts.map(async (a) => await send(JSON.stringify({ a }))))
  expect(answers.map((answer) => answer.json<{ a: string }>().a)).toEqual(texts)
})
