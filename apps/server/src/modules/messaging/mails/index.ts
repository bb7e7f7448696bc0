export {
  mailKinds,
  type BankDetails,
  type MailBox,
  type MailCommon,
  type MailData,
  type MailDocument,
  type MailKind,
  type MailLine,
} from './mail-data.ts'
export type { MailMandate, MailMethod } from './debit-mail-data.ts'
export { renderMail, type RenderedMail } from './render-mail.ts'
