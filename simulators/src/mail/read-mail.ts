import PostalMime, { type Address } from 'postal-mime'

export interface MailAttachment {
  readonly fileName: string
  readonly mimeType: string
  /** Shown inside the text, not beside it. */
  readonly inline: boolean
  readonly contentId: string | null
  readonly content: Buffer
}

/** A mail as it was received. */
export interface Mail {
  readonly id: string
  readonly receivedAt: string
  /** Who was really written to, hidden recipients included. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  readonly messageId: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly text: string
  readonly html: string
  readonly attachments: readonly MailAttachment[]
  readonly size: number
}

/** Reads the bytes of a message. @throws when it is none */
export async function readMail(
  id: string,
  raw: Buffer,
  envelope: Mail['envelope'],
  receivedAt: Date,
): Promise<Mail> {
  const parsed = await PostalMime.parse(raw)
  return {
    id,
    receivedAt: receivedAt.toISOString(),
    envelope,
    from: addresses(parsed.from)[0] ?? envelope.from,
    to: (parsed.to ?? []).flatMap(addresses),
    cc: (parsed.cc ?? []).flatMap(addresses),
    subject: parsed.subject ?? '',
    messageId: parsed.messageId ?? '',
    headers: parsed.headers.map(({ key, value }) => ({ name: key, value })),
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    attachments: parsed.attachments.map((attachment, index) => ({
      fileName: attachment.filename ?? `attachment-${index + 1}`,
      mimeType: attachment.mimeType,
      inline: attachment.disposition === 'inline' || attachment.related === true,
      contentId: attachment.contentId?.replace(/^<|>$/g, '') ?? null,
      content:
        typeof attachment.content === 'string'
          ? Buffer.from(attachment.content)
          : Buffer.from(new Uint8Array(attachment.content)),
    })),
    size: raw.length,
  }
}

/** `Name <a@b>` or `a@b`; the members of a group one by one. */
function addresses(address: Address | undefined): string[] {
  if (!address) return []
  if (address.group) return address.group.flatMap(addresses)
  const { name, address: mailbox } = address
  return mailbox === undefined || mailbox === '' ? [] : [name === '' ? mailbox : `${name} <${mailbox}>`]
}
