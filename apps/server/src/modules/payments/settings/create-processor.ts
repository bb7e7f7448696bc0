import { note, type Author } from '../../../platform/audit/author.ts'
import { machineNow } from '../../../platform/clock.ts'
import { publish, type Tx } from '../../../platform/database/transaction.ts'
import { fact } from '../../../platform/events/event.ts'
import { Failure } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { plainUrl, refuseImpossible } from './check-settings.ts'
import { processorsChanged } from './events.ts'
import { insertProcessor, type KeptSettings } from './processor-store.ts'
import { sealSecret, type SealedSecret, type SealedSecrets, type SecretName } from './sealed-secrets.ts'
import type { SettingsDesk } from './settings-desk.ts'

export interface NewProcessor {
  readonly label: string
  readonly settings: KeptSettings
  readonly secrets: Readonly<Partial<Record<SecretName, string>>>
}

/**
 * Sets up a processor; it takes nothing before it has been tested and goes live.
 * @returns its id
 * @throws Failure 1005, 9114, 9150
 */
export async function createProcessor(
  { platform, sealer }: Pick<SettingsDesk, 'platform' | 'sealer'>,
  tx: Tx,
  author: Author,
  { label, settings: given, secrets }: NewProcessor,
): Promise<string> {
  const settings = withPlainUrl(given)
  refuseImpossible(platform.config, settings)
  const id = newId()
  const createdAt = platform.clock.now()
  await labelled(
    insertProcessor(tx, { id, label, settings, secrets: sealAll({ sealer }, id, secrets), createdAt }),
  )
  note(tx, platform.clock, author, {
    action: 'payment-processor-created',
    subjectType: 'payment-processor',
    subjectId: id,
    after: audited(label, settings, Object.keys(secrets)),
  })
  tell(tx, platform.clock.now(), id)
  return id
}

export const withPlainUrl = (settings: KeptSettings): KeptSettings =>
  settings.url === null ? settings : { ...settings, url: plainUrl(settings.url) }

export function sealAll(
  { sealer }: Pick<SettingsDesk, 'sealer'>,
  id: string,
  secrets: NewProcessor['secrets'],
): SealedSecrets {
  const at = machineNow()
  const sealed: Partial<Record<SecretName, SealedSecret>> = {}
  for (const [name, plain] of Object.entries(secrets) as [SecretName, string | undefined][])
    if (plain !== undefined) sealed[name] = sealSecret(sealer, id, name, plain, at)
  return sealed
}

/** What an audit record says: no secret, only which were given; no login, which may be somebody's address. */
export function audited(label: string, settings: KeptSettings, given: readonly string[] = []) {
  const { kind, url } = settings
  return {
    name: label,
    kind,
    url,
    ...(settings.kind === 'paykeeper'
      ? { currency: settings.currency }
      : { currencies: settings.currencies, methods: settings.methods }),
    ...(given.length > 0 ? { given } : {}),
  }
}

export function tell(tx: Tx, at: Temporal.Instant, processorId: string): void {
  publish(
    tx,
    fact(processorsChanged, {
      aggregate: `payment-processor:${processorId}`,
      at,
      payload: { processorId, stockId: null },
    }),
  )
}

/** Two of one name could not be told apart where one is chosen. */
export async function labelled<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'payment_processor_label') throw error
    throw new Failure(9150, { field: 'label', params: { by: 'label' }, cause: error })
  }
}
