/** What a message is handed to: a mail server, a gateway of short messages. */
export interface Carrier<Message, Receipt> {
  /** Resolves when the message is taken. @throws CarrierError */
  send(message: Message): Promise<Receipt>
  /** Ends what is being sent; later sends are refused as `retry`. */
  close(): void
}

/**
 * `retry`: the carrier, the way to it or our settings are at fault, the same message may go later. `permanent`: this message to this
 * address will never go. `unknown`: no answer came to what was sent; it may have been taken.
 */
export class CarrierError extends Error {
  readonly kind: 'retry' | 'permanent' | 'unknown'
  /** Of a permanent one: the address is refused, whatever is sent there, or only this message. */
  readonly about: 'address' | 'message'
  constructor(
    kind: 'retry' | 'permanent' | 'unknown',
    reason: string,
    options: ErrorOptions & { readonly about?: 'address' | 'message' } = {},
  ) {
    super(reason, options)
    this.name = 'CarrierError'
    this.kind = kind
    this.about = options.about ?? 'message'
  }
}
