import { Webhook } from 'standardwebhooks'

/** The headers of an event as the server would send it, some seconds from now. */
export function signEvent(body: string, secret: string, afterSecs = 0) {
  const at = new Date(Date.now() + afterSecs * 1000)
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
  }
}
