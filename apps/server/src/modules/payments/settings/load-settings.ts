import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import type { Sealer } from '../../../platform/seal.ts'
import type { ProcessorSetting } from './processor-setting.ts'
import { readProcessors, type ProcessorRow } from './processor-store.ts'
import { createSecretSealer, openSecret } from './sealed-secrets.ts'

/**
 * Every processor that was set up here, its secrets open, retired ones too: their payments are refunded and disputed for
 * months. The cabinets of the server's own settings are `environmentSettings(config)`.
 * @param onUnreadable is told of those that were sealed with another storage key; they are left out, the others work on
 */
export async function loadProcessorSettings(
  db: Database | Tx,
  storageKey: string,
  onUnreadable: (processorId: string, error: unknown) => void = () => undefined,
): Promise<ProcessorSetting[]> {
  const sealer = createSecretSealer(storageKey)
  return (await readProcessors(db)).flatMap((row) => {
    try {
      return [openSetting(sealer, row)]
    } catch (error) {
      onUnreadable(row.id, error)
      return []
    }
  })
}

/** @throws what node throws where the storage key is another one */
export function openSetting(
  sealer: Sealer,
  { id, label, settings, secrets, isLive, retiredAt }: ProcessorRow,
): ProcessorSetting {
  const common = { id, label, origin: 'database', isLive, isRetired: retiredAt !== null } as const
  const open = (name: Parameters<typeof openSecret>[2]): string | null =>
    openSecret(sealer, id, name, secrets)
  if (settings.kind === 'paykeeper')
    return {
      ...common,
      ...settings,
      password: open('password') ?? '',
      secretWord: open('secretWord') ?? '',
    }
  return {
    ...common,
    ...settings,
    secretKey: open('secretKey') ?? '',
    webhookSecret: open('webhookSecret') ?? '',
    formerWebhookSecret: open('formerWebhookSecret'),
  }
}
