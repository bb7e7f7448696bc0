export type * from './api.gen.ts'
export { createClient, type CallOptions, type Client, type ClientOptions, type Input } from './client.ts'
export { StowageError, type Problem } from './stowage-error.ts'
export { readWebhook, WebhookRefused, type WebhookMessage } from './read-webhook.ts'
