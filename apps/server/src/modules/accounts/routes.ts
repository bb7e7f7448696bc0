import * as api from '@stowage/api/accounts'
import { publicRoute, route, sent, type Route } from '../../platform/http/call.ts'
import { actAsUser, leaveActedUser } from './act-as-user.ts'
import { createUser } from './create-user.ts'
import { exportUsers } from './export-users.ts'
import { listUsers, readMe, readUser } from './list-users.ts'
import type { Parts } from './parts.ts'
import { readPhotos } from './read-photos.ts'
import { refreshSession } from './refresh-session.ts'
import { rejectDocument } from './reject-document.ts'
import { confirmReset, requestReset } from './reset-password.ts'
import { roleRoutes } from './role-routes.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { updateUser } from './update-user.ts'

export function accountRoutes(parts: Parts): Route[] {
  return [
    ...roleRoutes(parts.platform),
    publicRoute(api.login, (call) => signIn(parts, call)),
    publicRoute(api.refresh, (call) => refreshSession(parts, call)),
    publicRoute(api.logout, (call) => signOut(parts, call)),
    publicRoute(api.signUp, (call) => signUp(parts, call)),
    publicRoute(api.requestPasswordReset, (call) => requestReset(parts, call, call.body.email)),
    publicRoute(api.requestPasswordResetByEmail, (call) => requestReset(parts, call, call.body.email)),
    publicRoute(api.confirmPasswordReset, (call) => confirmReset(parts, call)),
    route(api.me, (call) => readMe(parts, call)),
    route(api.loginAsUser, (call) => actAsUser(parts, call)),
    route(api.leaveUser, (call) => leaveActedUser(parts, call)),
    route(api.listUsers, (call) => listUsers(parts, call.query)),
    route(api.searchUsers, (call) => listUsers(parts, call.query)),
    route(api.exportUsers, async (call) => {
      await exportUsers(parts, call)
      return sent
    }),
    route(api.createUser, (call) => createUser(parts, call)),
    route(api.getUser, (call) => readUser(parts, call)),
    route(api.updateUser, (call) => updateUser(parts, call)),
    route(api.getPhotos, (call) => readPhotos(parts, call)),
    route(api.rejectDocument, (call) => rejectDocument(parts, call)),
  ]
}
