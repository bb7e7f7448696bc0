import { eventType } from '../events/event.ts'

/** Somebody wants a job's turn now: each process takes it, because each has jobs, and failures, of its own. */
export const jobHurried = eventType<{ name: string }>('job-hurried')
