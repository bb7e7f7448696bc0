import type { Charge, PaymentIntent, PaymentMethod, SetupIntent } from './records.ts'

interface RefusalBody {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'rate_limit_error'
  code?: string
  decline_code?: string
  advice_code?: string
  message: string
  param?: string
  charge?: Charge['id']
  payment_intent?: PaymentIntent
  payment_method?: PaymentMethod
  payment_method_type?: string
  setup_intent?: SetupIntent
  doc_url?: string
}

/** What the service refuses, with its status and the body under `error`. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: RefusalBody
  /** The fields were wrong before anything began: not remembered under the idempotency key. */
  readonly isOfFields: boolean

  constructor(status: number, body: RefusalBody, isOfFields = false) {
    super(body.message)
    this.name = 'StripeRefusal'
    this.status = status
    this.body = body
    this.isOfFields = isOfFields
  }
}

export function missingParameter(param: string): StripeRefusal {
  return invalidParameter(param, `Missing required param: ${param}.`, 'parameter_missing')
}

export function invalidParameter(param: string, message: string, code?: string): StripeRefusal {
  return new StripeRefusal(
    400,
    { type: 'invalid_request_error', message, param, ...(code === undefined ? {} : { code }) },
    true,
  )
}

/** The state of things does not allow it. */
export function refused(message: string, code?: string, param?: string): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  })
}

/** Unknown in the address of a call: 404. Unknown in a field: 400. */
export function noSuch(what: string, id: string, field?: string): StripeRefusal {
  return new StripeRefusal(
    field === undefined ? 404 : 400,
    {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${what}: '${id}'`,
      param: field ?? 'id',
    },
    true,
  )
}
