import { type OnEvent, respondToEvent, type WebhookOptions } from './receive-event.ts'

/** For `app/…/route.ts`: `export const POST = webhookHandler(async (event) => { … })`. */
export function webhookHandler(
  onEvent: OnEvent,
  options?: WebhookOptions,
): (request: Request) => Promise<Response> {
  return (request) => respondToEvent(request, onEvent, options)
}
