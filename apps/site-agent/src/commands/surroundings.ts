/** What a command has of the process that it runs in. */
export interface Surroundings {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Its output goes to the journal of systemd. */
  readonly isJournal: boolean
  /** Everything is loaded and runs. */
  readonly onStarted: () => void
  /** From this call on a signal does not kill it. @returns when somebody asks it to end: by which signal */
  /** From this call on somebody may ask it to read its files again (SIGHUP). */
  readonly onReread: (reread: () => void) => void
  readonly stopping: () => Promise<string>
}
