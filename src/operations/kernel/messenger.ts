// How messages reach webhooks: handed in by main.ts, so that operations know no network.

export interface OutgoingMessage {
  url: string
  /** The same on every try, so that a receiver can tell a repeat. */
  id: string
  body: string
  /** Each of them signs the message. */
  secrets: readonly string[]
  /** The time of sending, in milliseconds since 1970. */
  now: number
}

/** The outcome of one try; `error` is null where the message was taken, and names no address. */
export interface SendOutcome {
  status: number | null
  error: string | null
  /** The time at which the receiver wants to be asked again, in milliseconds since 1970; absent where it did not say. */
  retryAt?: number
}

export interface Messenger {
  /** Says why nothing is ever sent to the address; null for an address that may get messages. */
  refusal(url: string): string | null
  /** Sends once, to the internet alone; answers also where it failed. */
  send(message: OutgoingMessage): Promise<SendOutcome>
}
