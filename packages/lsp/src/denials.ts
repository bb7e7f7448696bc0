/**
 * Why a site lets somebody with a PIN not in, where no code of the error catalogue says it: `reason` of `access.denied`
 * (docs/protocols/lsp.md 4). The history says each in words.
 */
export const denialReasons = [
  'wrong_pin',
  'locked_out',
  'not_yours',
  'list_expired',
  'maintenance',
  'lock_busy',
  'too_many',
  'gave_up',
] as const
export type DenialReason = (typeof denialReasons)[number]
