import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { estimateCost, LOOK_LIMITS, readLook } from '@songreel/kit/look'
import { type Candidate, prepareCandidate, TEMPLATE_CHECKS } from '@songreel/templates/check'
import { LIVELY, measureTemplate } from '@songreel/templates/measure'
import { loadOwnTemplate } from '@songreel/templates/own'
import { writePreview } from '@songreel/templates/preview'
import { EXIT, type ExitCode, inputError } from '../cli-error.ts'
import { cleanText, createPaint, showSentence } from '../print.ts'

type Flags = { json?: boolean; quiet?: boolean; preview?: boolean; art?: string; pictures?: string }

/** One line of the report: a question of the examination, and what was found. */
type Finding = { check: string; isPassed: boolean; finding?: string }

type Life = { life: string; isLively: boolean }

type Cost = { cost?: string }

/** `songreel templates check`: the examination of the built-in templates, for one of the user's own. */
export async function checkOwnTemplate(place: string, flags: Flags): Promise<ExitCode> {
  const candidate = await openCandidate(place, flags)
  const findings: Finding[] = []
  const print = (finding: Finding) => {
    findings.push(finding)
    if (!flags.json) printFinding(finding, flags)
  }
  for (const { name, check } of TEMPLATE_CHECKS) print(await examine(name, () => check(candidate)))
  const life = await describeLife(candidate)
  const cost = await describeCost(candidate)
  const failed = findings.filter(({ isPassed }) => !isPassed).length
  const { contentId } = candidate.template
  if (flags.json)
    process.stdout.write(
      `${JSON.stringify({ contentId, isPassed: failed === 0, checks: findings, ...life, ...cost })}\n`,
    )
  else printEnd(contentId, { failed, count: findings.length, ...life, ...cost })
  return failed === 0 ? EXIT.ok : EXIT.failed
}

async function openCandidate(place: string, { preview, art, pictures }: Flags): Promise<Candidate> {
  const artPaths = art === undefined ? undefined : await listPictures(art)
  try {
    const loaded = await loadOwnTemplate(place)
    if (preview) await writePreview(loaded)
    return { ...(await prepareCandidate(loaded)), artPaths, pictureFolder: pictures }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw inputError(`${place}: ${reason}`, error)
  }
}

const PICTURE = /\.(jpe?g|png|webp|avif|heic|gif)$/i

async function listPictures(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch((error) => {
    throw inputError(`${folder}: there is no such folder`, error)
  })
  const found = files.filter((file) => PICTURE.test(file)).sort()
  if (found.length === 0) throw inputError(`${folder}: there is no picture in it`)
  return found.map((file) => join(folder, file))
}

async function examine(check: string, run: () => Promise<void>): Promise<Finding> {
  try {
    await run()
    return { check, isPassed: true }
  } catch (error) {
    const finding = error instanceof Error ? error.message : String(error)
    return {
      check,
      isPassed: false,
      finding: finding.replace(/run: npm run preview \S+/, 'run the check with --preview'),
    }
  }
}

/** How much moves is a matter of taste, within bounds: it is reported and fails nobody. */
async function describeLife(candidate: Candidate): Promise<Life> {
  const { energy } = candidate.template
  const { least, most } = LIVELY[energy]
  const { changedPixels } = await measureTemplate(candidate)
  const isLively = changedPixels >= least && changedPixels <= most
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const life = `${percent(changedPixels)} of the pixels change from frame to frame; ${energy} templates aim at ${percent(least)} to ${percent(most)}`
  return { life, isLively }
}

/** What drawing a look takes, by the estimate that bounds it; what code takes is not known before it is drawn. */
async function describeCost({ url }: Candidate): Promise<Cost> {
  if (!url.endsWith('.json')) return {}
  const { look } = readLook(await readFile(new URL(url), 'utf8'))
  if (!look) return {}
  const { costMs } = estimateCost(look, { width: 1080, height: 1920 })
  const most = LOOK_LIMITS.costMs
  return {
    cost: `drawing takes about ${costMs.toFixed(1)} ms of a core a frame (FULL, 9x16); looks may take ${most}`,
  }
}

function printFinding({ check, isPassed, finding }: Finding, { quiet }: Flags): void {
  if (isPassed && quiet) return
  const paint = createPaint(process.stdout)
  process.stdout.write(`${showSentence(isPassed ? 'good' : 'bad', check, paint)}\n`)
  if (finding) process.stdout.write(`      ${cleanText(finding)}\n`)
}

function printEnd(
  contentId: string,
  { failed, count, life, isLively, cost }: Life & Cost & Record<'failed' | 'count', number>,
): void {
  const paint = createPaint(process.stdout)
  const words = failed === 0 ? `passes all ${count} checks` : `fails ${failed} of ${count} checks`
  process.stdout.write(`${showSentence(isLively ? 'good' : 'warning', life, paint)}\n`)
  if (cost) process.stdout.write(`${showSentence('good', cost, paint)}\n`)
  process.stdout.write(`\n  ${contentId} ${words}.\n`)
}
