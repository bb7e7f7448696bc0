/**
 * What the history says of a try or a movement. `granted`: a PIN was right, and no door is known to have opened for it;
 * `locked_out`: too many wrong PINs; `tamper`: the case of the electronics at the site was opened.
 * Safe for the browser.
 */
export const accessActions = [
  'opened',
  'closed',
  'refused',
  'failed',
  'granted',
  'left_open',
  'forced',
  'locked_out',
  'tamper',
] as const
export type AccessAction = (typeof accessActions)[number]

/** Why a try at a site came to nothing, where no error code says it: a denied PIN, and what became of a command. */
export const accessReasons = [
  'wrong_pin',
  'locked_out',
  'not_yours',
  'list_expired',
  'maintenance',
  'lock_busy',
  'too_many',
  'gave_up',
  'failed_timeout',
  'failed_bus',
  'refused_offline_controller',
  'refused_unknown_lock',
  'refused_expired',
] as const
