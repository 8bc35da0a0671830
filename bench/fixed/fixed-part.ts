import { medianOf } from '../service/medians.ts'

/** What one video cost, in seconds. */
export type VideoCost = { cpuSecs: number; wallSecs: number }

/** Two lengths with whole segments for each of two cores, in seconds; the line through their costs is followed back to 0. */
const LENGTHS_SECS = { short: 8, long: 24 }

/** What does not grow with the length, and what each second of video adds. */
export type FixedPart = { known: VideoCost; new: VideoCost; perSec: VideoCost }

/** Makes a video of this length of a song that is known, or of one that is new. */
export type MakeVideo = (secs: number, isKnown: boolean) => Promise<VideoCost>

/** Makes videos of both lengths and of a new song in turns, and draws the line through the medians. */
export async function measureFixedPart(makeVideo: MakeVideo, rounds: number): Promise<FixedPart> {
  const costs = { short: [] as VideoCost[], long: [] as VideoCost[], new: [] as VideoCost[] }
  for (let round = 0; round < rounds; round++) {
    costs.short.push(await makeVideo(LENGTHS_SECS.short, true))
    costs.long.push(await makeVideo(LENGTHS_SECS.long, true))
    costs.new.push(await makeVideo(LENGTHS_SECS.short, false))
  }
  const short = medianCost(costs.short)
  const long = medianCost(costs.long)
  const perSec = combine(long, short, (a, b) => (a - b) / (LENGTHS_SECS.long - LENGTHS_SECS.short))
  const takeAway = (cost: VideoCost) => combine(cost, perSec, (a, each) => a - each * LENGTHS_SECS.short)
  return { known: takeAway(short), new: takeAway(medianCost(costs.new)), perSec }
}

function medianCost(costs: VideoCost[]): VideoCost {
  return {
    cpuSecs: medianOf(costs.map(({ cpuSecs }) => cpuSecs)),
    wallSecs: medianOf(costs.map(({ wallSecs }) => wallSecs)),
  }
}

function combine(a: VideoCost, b: VideoCost, how: (a: number, b: number) => number): VideoCost {
  return { cpuSecs: how(a.cpuSecs, b.cpuSecs), wallSecs: how(a.wallSecs, b.wallSecs) }
}
