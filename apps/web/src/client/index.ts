/** How the browser talks to the server; areas and features enter here. */
export { addressOf, call, speak } from './call.ts'
export { answeredOnce, webAddress } from './answered-once.ts'
export { isApiError } from './api-error.ts'
export { readOpenApi, type OpenApiDocument, type Operation, type Schema } from './read-openapi.ts'
export { createQueryClient, ensureAnswer, keyOf, queryOf } from './query.ts'
export {
  enter,
  follow,
  leave,
  signIn,
  signOut,
  userQuery,
  useRefreshUser,
  useUser,
  type CurrentUser,
} from './session.ts'
export { isProofAsked, onProofAsked, onProofChange } from './prove.ts'
export { onSignedOut } from './refresh.ts'
export { onTokenElsewhere, randomId, storedToken } from './token.ts'
export { startRealtime, useRealtime } from './realtime.ts'
export { keep, kept } from './kept.ts'
export { keepUser, prepareForOffline } from './offline.ts'
