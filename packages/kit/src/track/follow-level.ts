/** How fast a drawn level rises and falls. */
export type Follower = { attackSecs: number; releaseSecs: number }

/** The share of the way to a new level that is gone within one frame, up and down. */
export function followSpeeds(
  { attackSecs, releaseSecs }: Follower,
  fps: number,
): { rise: number; fall: number } {
  return { rise: 1 - Math.exp(-1 / (fps * attackSecs)), fall: 1 - Math.exp(-1 / (fps * releaseSecs)) }
}
