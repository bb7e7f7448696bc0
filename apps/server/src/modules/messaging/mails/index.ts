export {
  mailKinds,
  type BankDetails,
  type MailBox,
  type MailCommon,
  type MailData,
  type MailDocument,
  type MailKind,
  type MailLine,
  type MailMandate,
  type MailMethod,
} from './mail-data.ts'
export { renderMail, type RenderedMail } from './render-mail.ts'
