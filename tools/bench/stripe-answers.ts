import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { endWithParent, tell } from './children.ts'
import { answerOf, type Samples } from './stripe-samples.ts'

// GET /v1/payment_intents/{id} with its expansions, as Stripe answers it: each answer is one of the simulator's with other names
// and another sum. The simulator itself keeps its books as it goes, and would be measured with our server.
const samples = JSON.parse(fs.readFileSync(process.argv[2] ?? '', 'utf8')) as Samples
const answers = new Map(samples.payments.map((payment) => [payment.outsideId, answerOf(samples, payment)]))
let asked = 0
const server = http.createServer({ keepAlive: true }, (request, response) => {
  const id = /^\/v1\/payment_intents\/(\w+)/.exec(request.url ?? '')?.[1]
  const body = answers.get(id ?? '')
  asked += 1
  response
    .writeHead(body === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'request-id': 'req_bench',
    })
    .end(body ?? '{"error":{"type":"invalid_request_error","code":"resource_missing","message":"no such"}}')
})
process.on('message', () => tell(asked))
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }))
endWithParent(() => void server.close())
