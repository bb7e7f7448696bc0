export { AccountAddress } from './account-address.tsx'
export { AccountForm } from './account-form.tsx'
export { AccountPerson } from './account-person.tsx'
export { AccountSecurity } from './account-security.tsx'
export { AccountRights } from './account-rights.tsx'
export { accountLengths, newAccountBody, newAccountValues, type NewAccountValues } from './account-values.ts'
export { hasAgreedHere } from './agreed-here.ts'
export { AuthModal } from './late-auth-modal.tsx'
export {
  afterLogin,
  cacheBooking,
  cachedBooking,
  cacheInvoice,
  forgetBooking,
  homeOf,
  invoicePath,
  invoiceTarget,
} from './after-login.ts'
export { BlockButton } from './block-button.tsx'
export { BlockCard } from './block-card.tsx'
export { ConsentCard } from './consent-card.tsx'
export { defaultCountry, useCountries } from './countries.ts'
export { standingOf, type Account } from './documents.ts'
export { KycCard } from './kyc-card.tsx'
export { LanguageOffer } from './late-language-offer.tsx'
export { LanguageSwitch } from './language-switch.tsx'
export { LoginAsBar } from './login-as-bar.tsx'
export { LoginForm } from './login-form.tsx'
export { allows, needs, type Need } from './needs.ts'
export { PasswordForm } from './password-form.tsx'
export { PersonLink } from './person-link.tsx'
export { PinForm } from './pin-form.tsx'
export { ConfirmResetForm, RequestResetForm } from './reset-forms.tsx'
export { SignUpForm } from './sign-up-form.tsx'
export { useLanguageOptions } from './use-language-options.ts'
export { useLoginAs } from './use-login-as.ts'
export { accountQuery, useAccountChanged } from './account-query.ts'
export { useSignOut } from './use-sign-out.ts'
export { ProofHost } from './late-proof-host.tsx'
export { ProofDialog, type Proof } from './proof-dialog.tsx'
