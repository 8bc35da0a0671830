/** A narrower wedge, of a whole turn, would be a stray shard, and a last one a hairline that is left standing. */
const NARROWEST = 0.055

/** Where the hand's wedge, or what it has not yet reached, closes: at the top, and on both sides where a cover hides all below. */
const CLOSES = { seen: [0, 1], hidden: [0, 0.25, 0.75, 1] }

/** Where the hand stands in its turn, 0 to 1: it snaps shut where only a shard would be left. */
export function standHand(share: number, hidesLowerHalf: boolean): number {
  const turn = hidesLowerHalf ? skipHidden(share) : share
  const closes = hidesLowerHalf ? CLOSES.hidden : CLOSES.seen
  return closes.find((each) => Math.abs(turn - each) < NARROWEST) ?? turn
}

/** A turn of the hand without its lower half, which nobody would see: the ground never waits for it. */
function skipHidden(share: number): number {
  return share < 0.5 ? share / 2 : (1 + share) / 2
}
