import { createHash } from 'node:crypto'

const hex = (algorithm: string, text: string): string =>
  createHash(algorithm).update(text, 'utf8').digest('hex')

/** The signature of a notification: MD5 of id, sum, clientid, orderid and the secret word; an absent field is empty. */
export function notificationKey(
  n: { id: string; sum: string; clientId: string; orderId: string },
  secretWord: string,
): string {
  return hex('md5', n.id + n.sum + n.clientId + n.orderId + secretWord)
}

/** What the merchant must answer, byte for byte. */
export function expectedAnswer(id: string, secretWord: string): string {
  return `OK ${hex('md5', id + secretWord)}`
}

export interface SignedForm {
  sum: string
  clientId: string
  orderId: string
  serviceName: string
  email: string
  phone: string
}

/** The signature of the HTML payment form: SHA-256 over the six fields and the secret word. */
export function formSign(form: SignedForm, secretWord: string): string {
  return hex(
    'sha256',
    form.sum + form.clientId + form.orderId + form.serviceName + form.email + form.phone + secretWord,
  )
}
