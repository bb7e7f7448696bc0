import type {
  readMandateOffer as offerEndpoint,
  signMandate as signEndpoint,
} from '@stowage/api/subscriptions'
import type { Answer } from '@stowage/api/endpoint'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Payments } from '../payments/index.ts'
import { useMethod } from './activate-subscription.ts'
import { planDebitsOf } from './plan-debits.ts'
import { insertSubscription, lockLiveSubscription } from './subscription-store.ts'
import { activationFacts, type ActivationFacts } from './subscription-view.ts'

type OfferCall = Call<typeof offerEndpoint, Actor>

/** What the tenant would agree to, in his language. @throws Failure 9104; 9120 `notRunning`, `noAccounts` */
export async function readMandateOffer(
  { db }: Pick<Platform, 'db'>,
  payments: Pick<Payments, 'offerMandate'>,
  call: OfferCall,
): Promise<Answer<typeof offerEndpoint>> {
  const facts = await ownFacts(db, call)
  const offer = await payments.offerMandate(db, subjectOf(facts, call))
  if (!offer) fail(9120, { params: { by: 'noAccounts' } })
  return offer
}

/**
 * The tenant lets his bank account pay: automatic payments are on with it from this moment, and what he owes is announced and
 * collected like every later invoice. Nothing is paid at once, so a contract that was never paid for cannot begin with it.
 * @throws Failure 9104; 9120 `notRunning`; 9153 `noCreditor`, `changed`
 */
export async function signMandate(
  { clock }: Pick<Platform, 'clock'>,
  payments: Pick<Payments, 'signMandate' | 'forgetMethod'>,
  tx: Tx,
  call: Call<typeof signEndpoint, Actor>,
): Promise<void> {
  const { actor, body, params } = call
  const facts = await ownFacts(tx, call)
  const at = clock.now()
  const contractId = params.contractId
  await insertSubscription(tx, { contractId, accountId: actor.id, stockId: facts.stockId }, at)
  // Two tabs: the second one signs what the first one has left.
  const subscription = await lockLiveSubscription(tx, contractId)
  const { methodId, reference } = await payments.signMandate(tx, subjectOf(facts, call), {
    accountId: actor.id,
    holder: body.holder,
    iban: body.iban,
    textHash: body.textHash,
    timeZone: facts.timeZone,
    address: call.address,
    userAgent: call.request.headers['user-agent'] ?? null,
  })
  await useMethod(tx, payments, subscription, { methodId, at })
  if (subscription) await planDebitsOf(tx, subscription.id, at)
  note(
    tx,
    clock,
    { ...authorOf(call), onBehalfOf: actor.id },
    {
      action: 'mandate-signed',
      subjectType: 'contract',
      subjectId: contractId,
      stockId: facts.stockId,
      after: { reference, textHash: body.textHash },
    },
  )
}

/** @throws Failure 9104 of another's contract; 9120 `notRunning` */
async function ownFacts(
  db: Database | Tx,
  { actor, params }: Pick<OfferCall, 'actor' | 'params'>,
): Promise<ActivationFacts & { contractId: string }> {
  const facts = await activationFacts(db, params.contractId)
  if (facts?.accountId !== actor.id) fail(9104)
  if (!facts.isBegun) fail(9120, { params: { by: 'notRunning' } })
  return { ...facts, contractId: params.contractId }
}

const subjectOf = (
  {
    contractId,
    contractNumber,
    stockId,
  }: Pick<ActivationFacts, 'contractNumber' | 'stockId'> & { contractId: string },
  { language }: Pick<OfferCall, 'language'>,
) => ({ subject: `contract:${contractId}`, stockId, base: contractNumber, language })
