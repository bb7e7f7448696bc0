import type { SignedAccessList } from '@stowage/lsp/access-list'
import type { Command, CommandAnswer, Health, SiteLocks, SiteSettings } from '@stowage/lsp/messages'
import type * as z from 'zod/mini'

/**
 * The port behind which the doors of a stock stand. Ours speaks LSP/1 (lsp-gateway.ts); the cloud of a lock vendor, or MQTT, would
 * be another adapter with the same promises:
 *
 * - A command is carried out once or never. The same `commandId` again answers what became of it and opens nothing again; with
 *   another lock it is refused.
 * - Nothing opens after `expiresAt`, whatever held the command up. Nothing is queued for a site that is away.
 * - Who asks hears within the time he gives: an answer, or `SiteUnavailable`, which says whether the site may have acted.
 * - What a site says is believed only with proof that it is the site, and only as far as it has the form of its message.
 *
 * `site` is the id of the stock everywhere. Rights are decided before any of this is asked.
 */
export interface LockGateway {
  /** What the site says of itself; it is the heartbeat. @throws SiteUnavailable */
  health(site: string): Promise<HealthReading>
  /** Every lock of the site with its state, as of the moment of asking. @throws SiteUnavailable */
  locks(site: string): Promise<z.output<typeof SiteLocks>>
  /**
   * Opens a box's lock (`open`) or runs a gate, door or barrier (`run`). Where the answer was lost, the site is asked once what became
   * of the command.
   * @param begun called right before the site may act: from here on nobody can say that it did not
   * @throws SiteUnavailable
   */
  command(site: string, order: LockOrder, begun?: () => void): Promise<CommandOutcome>
  /** What became of a command within the last day; undefined: nothing is known, or it is still at work. @throws SiteUnavailable */
  commandResult(site: string, commandId: string, timeoutMs?: number): Promise<CommandAnswer | undefined>
  /** Hands over the list of who may open without asking. @throws SiteUnavailable */
  applyList(site: string, list: SignedAccessList): Promise<ListOutcome>
  /**
   * Changes what may be changed from afar; told twice is told once. A name that is empty gives the door back the one of its own
   * configuration. @throws SiteUnavailable
   */
  configure(site: string, settings: SiteSettings): Promise<ConfigOutcome>
  /** How the site would be reached now; null: not at all. */
  carrierOf(site: string): Promise<CarrierKind | null>
}

/** The two ways to an LSP site: the WebSocket that it opened, or the address of its stock. */
export type CarrierKind = 'tunnel' | 'direct'

export interface LockOrder extends Command {
  readonly verb: 'open' | 'run'
  readonly lockId: string
}

export interface HealthReading {
  readonly health: Health
  readonly carrier: CarrierKind
  /** Where the site was seen from. */
  readonly address: string | null
  /** Of the site's clock against this machine's, the way there and back shared equally; positive: it is ahead. */
  readonly skewMs: number
}

export type CommandOutcome =
  | { readonly kind: 'answered'; readonly carrier: CarrierKind; readonly answer: CommandAnswer }
  /** The site lives and did not act: another command is at work, or there were too many. */
  | { readonly kind: 'refused'; readonly carrier: CarrierKind; readonly reason: string }

export type ListOutcome =
  | { readonly applied: true }
  /** `present`: the version that the site has, where it is not older. */
  | { readonly applied: false; readonly present?: number; readonly reason: string }

export type ConfigOutcome =
  | { readonly applied: true }
  /** `field`: the member that the site will not take, in the words of LSP/1 (`pollMs`, `names.1:01:01`); null: all of it. */
  | { readonly applied: false; readonly field: string | null; readonly reason: string }

/** The site did not answer, not in time, or not with proof that it is the site: error 2 for whoever waits. */
export class SiteUnavailable extends Error {
  /** The site has the request, or may have it: what it did with it is not known. */
  readonly mayHaveActed: boolean
  /** What somebody has to mend, where that is known: it is named on the page of the site. */
  readonly trouble: SiteTrouble | null
  constructor(
    reason: string,
    options: ErrorOptions & { readonly mayHaveActed?: boolean; readonly trouble?: SiteTrouble | null } = {},
  ) {
    super(reason, options)
    this.name = 'SiteUnavailable'
    this.mayHaveActed = options.mayHaveActed === true
    this.trouble = options.trouble ?? null
  }
}

/** Whoever answers at the site's address cannot be believed: no certificate is known, another one is shown, it has ended, or none is. */
export type SiteTrouble = 'certificateUnknown' | 'certificateWrong' | 'certificateExpired' | 'certificateNone'

/** A call of LSP/1 (docs/protocols/lsp.md 3), whichever way it takes. */
export interface SiteCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: unknown
  /** Over everything, connecting included. */
  readonly timeoutMs: number
  /** A question after a call that failed already: one trouble counts once. */
  readonly isFollowUp?: boolean
  /** Called right before the first byte goes out. */
  readonly begun?: (() => void) | undefined
}

export interface SiteAnswer {
  readonly status: number
  readonly body: unknown
  readonly address: string | null
}
