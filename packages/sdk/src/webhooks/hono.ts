import { type OnEvent, respondToEvent, type WebhookOptions } from './receive-event.ts'

/** `app.post('/hooks', webhookHandler(async (event) => { … }))`. */
export function webhookHandler(
  onEvent: OnEvent,
  options?: WebhookOptions,
): (context: { req: { raw: Request } }) => Promise<Response> {
  return ({ req }) => respondToEvent(req.raw, onEvent, options)
}
