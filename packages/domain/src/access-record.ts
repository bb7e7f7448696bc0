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
