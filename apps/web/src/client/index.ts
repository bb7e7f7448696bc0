/** How the browser talks to the server; areas and features enter here. */
export { addressOf, call, speak, type CallOptions, type Input } from './call.ts'
export { ApiError, isApiError, type CallError } from './api-error.ts'
export { createQueryClient, keyOf, queryOf } from './query.ts'
export { enter, signIn, signOut, userQuery, useRefreshUser, useUser, type CurrentUser } from './session.ts'
export { keep, kept } from './kept.ts'
export { onSignedOut } from './refresh.ts'
export { forgetToken, onTokenElsewhere, randomId, storedToken, storeToken } from './token.ts'
export { onRealtime, startRealtime, useRealtime } from './realtime.ts'
