import { ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Asker } from '../shared-work.ts'

/** More than the dashboard asks for at once, in a few tabs. */
const WAITING_OF_AN_ORGANIZATION = 16
const WAITING_OF_A_GUEST = 4
const WAITING_GUESTS = 32
/** Proxies give up a request at which nothing moves after a minute. */
const WAIT_MS = 45_000
const RETRY_SECS = 5

/** Who wants a preview: an organization, or somebody at an address who has not signed in. */
export type PreviewClient = { orgId: string } | { guest: string }

/** How a client waits for its turn: organizations take turns with each other, and guests come after all of them. */
export function createAsker(
  { ongoing }: Pick<Services, 'ongoing'>,
  client: PreviewClient,
  signal: AbortSignal,
): Asker {
  return {
    signal,
    async takeTurn(left) {
      const isLate = AbortSignal.timeout(WAIT_MS)
      const ended = AbortSignal.any([left, isLate])
      const giveBack = await ('orgId' in client
        ? takeOwnTurn(ongoing, client.orgId, ended)
        : takeGuestTurn(ongoing, client.guest, ended))
      if (!giveBack && isLate.aborted && !left.aborted) throw refuse('The previews before it took too long')
      return giveBack
    },
  }
}

type Turn = (() => void) | undefined

function takeOwnTurn(
  { previewTurns }: Services['ongoing'],
  orgId: string,
  signal: AbortSignal,
): Promise<Turn> {
  const waiting = previewTurns.countWaiting(orgId)
  if (waiting >= WAITING_OF_AN_ORGANIZATION) throw refuse(`${waiting} previews of yours wait already`)
  return previewTurns.take(orgId, signal)
}

async function takeGuestTurn(
  { previewTurns, guestTurns }: Services['ongoing'],
  guest: string,
  signal: AbortSignal,
): Promise<Turn> {
  const isFull =
    guestTurns.countWaiting(guest) >= WAITING_OF_A_GUEST || guestTurns.countWaiting() >= WAITING_GUESTS
  if (isFull) throw refuse('Enough previews are waited for without a sign-in')
  const leaveGuests = await guestTurns.take(guest, signal)
  if (!leaveGuests) return undefined
  const giveBack = await previewTurns.take('', signal, { isLast: true })
  if (!giveBack) leaveGuests()
  return (
    giveBack &&
    (() => {
      giveBack()
      leaveGuests()
    })
  )
}

function refuse(reason: string): ServiceError {
  const message = `${reason}. Try again in ${RETRY_SECS} seconds.`
  return new ServiceError('UNAVAILABLE', { message, headers: { 'Retry-After': String(RETRY_SECS) } })
}
