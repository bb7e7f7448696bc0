import * as api from '@stowage/api/accounts'
import { askDataExport, askErasure as askErasureCall } from '@stowage/api/privacy'
import * as factor from '@stowage/api/second-factor'
import * as sessions from '@stowage/api/sessions'
import * as tables from '@stowage/api/table-imports'
import { errorText } from '@stowage/texts/errors/index.ts'
import { authorOf } from '../../platform/audit/author.ts'
import { publicRoute, route, sent, type Route } from '../../platform/http/call.ts'
import { askErasure } from './ask-erasure.ts'
import { blockAccount, unblockAccount } from './block-account.ts'
import { actAsUser, leaveActedUser } from './act-as-user.ts'
import { askAgain, confirmAddress } from './confirm-email.ts'
import { createUser } from './create-user.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { exportUsers } from './export-users.ts'
import { importCustomers, previewImport } from './import-customers.ts'
import { listDocuments } from './list-documents.ts'
import { readConsents } from './list-consents.ts'
import { listUsers, readMe, readUser } from './list-users.ts'
import { beginFactor, confirmFactor, ownStanding, removeFactor, renewCodes } from './own-second-factor.ts'
import { endOthers, endOwnSession, ownSessions } from './own-sessions.ts'
import type { Parts } from './parts.ts'
import { proveHere } from './prove-self.ts'
import { readPhotos } from './read-photos.ts'
import { refreshSession } from './refresh-session.ts'
import { rejectDocument } from './reject-document.ts'
import { confirmReset, requestReset } from './reset-password.ts'
import { roleRoutes } from './role-routes.ts'
import { resetFactor, ruleFactor } from './rule-second-factors.ts'
import { finishSignIn, setUpInSignIn } from './second-step.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { askExport } from './take-export.ts'
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
    publicRoute(api.loginSecondFactor, (call) => finishSignIn(parts, call)),
    publicRoute(api.loginSetUpSecondFactor, (call) => setUpInSignIn(parts, call)),
    route(factor.getSecondFactor, (call) => ownStanding(parts, call.actor)),
    route(factor.beginSecondFactor, (call) => beginFactor(parts, call)),
    route(factor.confirmSecondFactor, (call) => confirmFactor(parts, call)),
    route(factor.renewRecoveryCodes, (call) => renewCodes(parts, call)),
    route(factor.removeSecondFactor, (call) => removeFactor(parts, call)),
    route(factor.resetSecondFactor, (call) => resetFactor(parts, call)),
    route(factor.requireSecondFactor, (call) => ruleFactor(parts, call)),
    route(sessions.listSessions, (call) => ownSessions(parts, call)),
    route(sessions.endSession, (call) => endOwnSession(parts, call)),
    route(sessions.endOtherSessions, (call) => endOthers(parts, call)),
    route(sessions.endSessionsOf, (call) => endSessionsOf(parts, call)),
    route(sessions.proveSelf, (call) => proveHere(parts.platform, call)),
    publicRoute(sessions.confirmEmail, (call) => confirmAddress(parts, call)),
    route(sessions.resendConfirmation, (call) => askAgain(parts, call)),
    route(sessions.listConsents, (call) => readConsents(parts, call)),
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
    // Looking changes nothing: platform.transact, because a kept answer would be an old one.
    route(
      tables.previewCustomers,
      async ({ body, language }) =>
        await parts.platform.transact(
          async (tx) =>
            await previewImport(tx, { csv: body.csv, columns: body.columns, language }, (code, params) =>
              errorText(code, language, params),
            ),
        ),
    ),
    route(
      tables.importCustomers,
      async (call) =>
        await call.transact(async (tx) => ({
          customers: await importCustomers(parts.platform, tx, authorOf(call), {
            csv: call.body.csv,
            columns: call.body.columns,
            language: call.language,
            isVouched: call.body.isVouched ?? false,
          }),
        })),
    ),
    route(api.getUser, (call) => readUser(parts, call)),
    route(api.updateUser, (call) => updateUser(parts, call)),
    route(api.getPhotos, (call) => readPhotos(parts, call)),
    route(api.listDocuments, (call) => listDocuments(parts, call)),
    route(askDataExport, (call) => askExport(parts.platform, call)),
    route(
      askErasureCall,
      async (call) => await call.transact(async (tx) => await askErasure(parts, tx, call)),
    ),
    route(api.blockUser, (call) => blockAccount(parts, call)),
    route(api.unblockUser, (call) => unblockAccount(parts, call)),
    route(api.rejectDocument, (call) => rejectDocument(parts, call)),
  ]
}
