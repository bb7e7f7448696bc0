import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/** A refusal that a journey provokes: the browser itself writes an error to the console for each. */
interface Refusal {
  readonly path: RegExp
  readonly status: number
}

export interface Watch {
  /** Everything that went wrong in the browsers of this journey so far, in words. */
  faults(): readonly string[]
  watch(context: BrowserContext): Promise<void>
  /** From now on a call to such a path may be answered with this status. */
  allowRefusal(path: RegExp, status: number): void
}

/** Hears every error of the console, every uncaught one and every violation of the content security policy. */
export function createWatch(): Watch {
  const faults = new Set<string>()
  const allowed: Refusal[] = []
  const isAllowed = (message: ConsoleMessage): boolean => {
    const status = Number(/status of (\d{3})/.exec(message.text())?.[1])
    const { pathname } = parse(message.location().url)
    return allowed.some((refusal) => refusal.status === status && refusal.path.test(pathname))
  }
  // The first lines tell; one cause often speaks a hundred times.
  const add = (words: string): void => void faults.add(words.split('\n').slice(0, 4).join('\n'))
  return {
    faults: () => [...faults].slice(0, 10),
    allowRefusal: (path, status) => void allowed.push({ path, status }),
    async watch(context) {
      context.on('weberror', (error) => add(`uncaught: ${error.error().stack ?? error.error().message}`))
      context.on('console', (message) => {
        if (message.type() !== 'error' || isAllowed(message) || isOurOwn(message)) return
        add(`console on ${message.page()?.url() ?? '?'}: ${message.text()} (${message.location().url})`)
      })
      // The browser says most of these on the console as well; inline handlers of a detached element it does not.
      await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
        console.error('policy ' + event.effectiveDirective + ' broken by ' + event.blockedURI + ' ' + event.sample))`)
    },
  }
}

/** A mail stands in a frame where no script runs: not even those that we put into every frame, and the browser says so. */
function isOurOwn(message: ConsoleMessage): boolean {
  return /^Blocked script execution in '[^']+\/simulators\/api\/mails\/\d+\/html'/.test(message.text())
}

function parse(url: string): { pathname: string } {
  return URL.canParse(url) ? new URL(url) : { pathname: url }
}
