import type { VideoChapter } from '../plan/render-plan.ts'

/** What video sites ask for before they show chapters: so many of them, each so long. */
const LEAST_CHAPTERS = 3
const LEAST_SECS = 10

/** The chapters as lines for a video's description: `0:00 Title`, the first at 0:00. */
export function writeChapterText(chapters: readonly VideoChapter[]): string {
  const isLong = (chapters.at(-1)?.startSecs ?? 0) >= 3600
  return chapters.map(({ title, startSecs }) => `${writeTime(startSecs, isLong)} ${title}\n`).join('')
}

/** Why video sites would not show these chapters; undefined where they would. */
export function describeChapterMisfit(
  chapters: readonly VideoChapter[],
  durationSecs: number,
): string | undefined {
  const advice = `Video sites show chapters from ${LEAST_CHAPTERS} on, of ${LEAST_SECS} s each or longer.`
  if (chapters.length < LEAST_CHAPTERS) return `The video has ${chapters.length} chapters. ${advice}`
  const short = chapters.find(({ startSecs }, i) => {
    const endSecs = chapters[i + 1]?.startSecs ?? durationSecs
    return Math.floor(endSecs) - Math.floor(startSecs) < LEAST_SECS
  })
  return short && `The chapter "${short.title}" is shorter than ${LEAST_SECS} s. ${advice}`
}

/** Rounded down: whoever clicks on a chapter hears its beginning. */
function writeTime(secs: number, isLong: boolean): string {
  const whole = Math.floor(secs + 1e-6)
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  if (!isLong) return `${minutes}:${pad(whole % 60)}`
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`
}
