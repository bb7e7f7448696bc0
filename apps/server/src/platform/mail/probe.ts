import { mailEncryption, smtpAddress } from '../line-encryption.ts'

const WITHIN_MS = 8000

/**
 * Signs in at a mail server and leaves again; no mail is sent.
 * @returns undefined when it lets us in, otherwise why not, without what stands in the address
 */
export async function probeMail(smtpUrl: string): Promise<string | undefined> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpAddress(smtpUrl),
    requireTLS: mailEncryption(smtpUrl) === 'required',
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    dnsTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
  })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    return [code, responseCode].filter((part) => part !== undefined).join(' ')
  } finally {
    transport.close()
  }
}
