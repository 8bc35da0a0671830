import type { BatchInput, BatchRenderRequest, ErrorDetail, VideoSettings } from '@songreel/contract'
import { findNearest } from '@songreel/contract/find-nearest'
import type { Template } from '@songreel/kit'
import {
  addBackground,
  chooseExcerptDefault,
  deriveSeed,
  describeLoopMisfit,
  type ExcerptDefault,
  planVideoSize,
  resolveSettings,
  takesAspectRatio,
} from '@songreel/render'
import type { OfferedTemplate, OfferedTemplates } from '../../catalogue/find-templates.ts'
import type { Config } from '../../config/config.ts'
import { ServiceError } from '../../errors.ts'
import type { ResolvedVideoSettings } from '../../store/batch-schema.ts'
import type { NewRender } from '../../store/batches/insert-batch.ts'
import { chooseBrand } from '../../store/choose-brand.ts'
import { checkTemplateData } from './template-data.ts'

/** What a whole song is taken for until it has been analysed. */
const UNKNOWN_SONG_SECS = 180
/** Nobody reads more; a hundred renders may have many thousand. */
const MAX_DETAILS = 50

/** One video that is to be made, with every default filled in. */
export type PlannedRender = Omit<NewRender, 'renderId' | 'mediaId' | 'fileName' | 'status'> & {
  entry: number
  needs: Template['needs']
}

type PlanInput = Pick<BatchInput, 'renders' | 'serviceParams'>

/** How much a batch may ask for; GET /v1/limits shows it. */
export type PlanLimits = Pick<
  Config,
  'maxRenders' | 'maxVideos' | 'maxOutputSecs' | 'maxCustomTextCharacters'
>

/** Turns a batch's entries into videos: template defaults, under serviceParams, under the entry; all errors at once. */
export function planRenders(
  templates: OfferedTemplates,
  input: PlanInput,
  limits: PlanLimits,
): PlannedRender[] {
  if (input.renders.length > limits.maxRenders)
    throw tooMany('entries', input.renders.length, limits.maxRenders)
  const errors: ErrorDetail[] = []
  const planned = input.renders.flatMap((request, entry) => {
    const loaded = templates.get(request.contentId)
    if (!loaded) throw unknownContent(templates, request.contentId, entry)
    const renders = planEntry(loaded, input, { request, entry }, errors)
    for (const render of renders.slice(0, 1)) errors.push(...findExcess(render, limits))
    return renders
  })
  if (errors.length > 0) throw refuseAll(errors)
  if (planned.length > limits.maxVideos) throw tooMany('videos', planned.length, limits.maxVideos)
  return planned
}

type Entry = { request: BatchRenderRequest; entry: number }

function planEntry(
  { template }: OfferedTemplate,
  input: PlanInput,
  { request, entry }: Entry,
  errors: ErrorDetail[],
): PlannedRender[] {
  const field = `renders[${entry}]`
  const params = input.serviceParams ?? {}
  const asked: VideoSettings = { ...params.videoSettings, ...request.videoSettings }
  const videoSettings = resolveSettings(template, asked)
  if (!takesAspectRatio(template, videoSettings.aspectRatio)) {
    const allowed = [template.aspectRatios].flat().join(', ')
    const message = `${field}.videoSettings.aspectRatio must be one of ${allowed} for ${template.contentId}, not ${videoSettings.aspectRatio}.`
    errors.push({ field: `${field}.videoSettings.aspectRatio`, code: 'NOT_IN_TEMPLATE', message })
  }
  errors.push(...refuseBackground(template, request, field))
  const { data, details } = checkTemplateData(template, params.requiredData, request.requiredData, field)
  errors.push(...details)
  errors.push(...refuseAlbum(template, { request, field, videoSettings, data }))
  const excerpt = chooseExcerptDefault(template, data)
  errors.push(
    ...refuseLoopLength(template, videoSettings, field),
    ...refuseWhole(template, videoSettings, field),
  )
  const { width, height } = planVideoSize(
    videoSettings.aspectRatio,
    videoSettings.outputQuality,
    template.master,
  )
  return Array.from({ length: asked.numVideos ?? 1 }, (_, index) => ({
    entry,
    variation: index + 1,
    contentId: template.contentId,
    needs: addBackground(template.needs, request.background),
    requiredData: data,
    videoSettings,
    ...chooseBrand({ render: request.brandId, batch: params.brandId }),
    background: request.background && request.background !== 'COVER' ? request.background : null,
    theme: (data.theme as 'DARK' | 'LIGHT' | undefined) ?? params.theme ?? null,
    seed: deriveSeed(template.contentId, index + 1, params.seed),
    priority: params.priority ?? 0,
    width,
    height,
    frames: Math.round(estimateSecs(excerpt, videoSettings) * videoSettings.fps),
  }))
}

/** What goes over a limit of this installation. */
function findExcess(
  { entry, videoSettings, requiredData }: PlannedRender,
  limits: PlanLimits,
): ErrorDetail[] {
  const found: ErrorDetail[] = []
  const report = (name: string, rule: string) => {
    const field = `renders[${entry}].${name}`
    found.push({ field, code: 'TOO_LONG', message: `${field} ${rule}. GET /v1/limits shows the limits.` })
  }
  const { start, end } = videoSettings.audioStartEndSecs ?? { start: 0, end: 0 }
  if (end - start > limits.maxOutputSecs)
    report(
      'videoSettings.audioStartEndSecs',
      `spans ${end - start} s, and a video may last ${limits.maxOutputSecs} s`,
    )
  const characters = [...String(requiredData.customText ?? '')].length
  if (characters > limits.maxCustomTextCharacters)
    report(
      'requiredData.customText',
      `has ${characters} characters, and ${limits.maxCustomTextCharacters} are allowed`,
    )
  return found
}

type AlbumEntry = {
  request: BatchRenderRequest
  field: string
  videoSettings: ResolvedVideoSettings
  data: Record<string, unknown>
}

/** What no video of a whole album can have: a template without sound, a part of one song, one song's lyrics. */
function refuseAlbum(template: Template, { request, field, videoSettings, data }: AlbumEntry): ErrorDetail[] {
  const { contentId, needs, defaults } = template
  const refuse = (name: string, rule: string) => [
    { field: `${field}.${name}`, code: 'NOT_FOR_ALBUMS', message: `${field}.${name} ${rule}.` },
  ]
  if (!request.album)
    return request.samplerSecs ? refuse('samplerSecs', 'is for an album, with album: "SAMPLER"') : []
  if (!needs.audio || defaults.excerpt.kind === 'LOOP')
    return refuse('contentId', `is ${contentId}, which plays no song, and cannot show an album`)
  if (videoSettings.audioStartEndSecs)
    return refuse('videoSettings.audioStartEndSecs', 'is a part of one song; leave it out for an album')
  if (videoSettings.format === 'GIF') return refuse('videoSettings.format', 'is GIF, which has no sound')
  if (data.lyrics !== undefined)
    return refuse(
      'requiredData.lyrics',
      'are of one song; give each song its own with PUT /v1/media/{mediaId}',
    )
  return []
}

/** Not every look has a place behind it. */
function refuseBackground(
  { contentId, backgrounds }: Template,
  { background = 'COVER' }: BatchRenderRequest,
  entryField: string,
): ErrorDetail[] {
  if (backgrounds.includes(background)) return []
  const field = `${entryField}.background`
  const message = `${field} must be ${backgrounds.join(' or ')} for ${contentId}, not ${background}. GET /v1/contents lists the backgrounds of each template.`
  return [{ field, code: 'NOT_IN_TEMPLATE', message }]
}

function refuseLoopLength(
  { defaults }: Template,
  { audioStartEndSecs: range }: ResolvedVideoSettings,
  entryField: string,
): ErrorDetail[] {
  const misfit = range && describeLoopMisfit(range.end - range.start, defaults.excerpt)
  if (!misfit) return []
  const field = `${entryField}.videoSettings.audioStartEndSecs`
  const message = `${field}: ${misfit}. Leave it out for whole bars of the song, or set requiredData.loopSecs.`
  return [{ field, code: 'OUT_OF_RANGE', message }]
}

/** The whole song is one part of it among others, and no loop. */
function refuseWhole(
  { contentId, defaults }: Template,
  { audioStartEndSecs: range, isWholeSong }: ResolvedVideoSettings,
  entryField: string,
): ErrorDetail[] {
  const field = `${entryField}.videoSettings.isWholeSong`
  if (isWholeSong && range) {
    const message = `${field} and audioStartEndSecs were both sent, and each says which part of the song is shown. Send one of them.`
    return [{ field, code: 'AMBIGUOUS', message }]
  }
  if (!isWholeSong || defaults.excerpt.kind !== 'LOOP') return []
  const message = `${field}: ${contentId} is a loop of a few bars. Leave it out, or set requiredData.loopSecs.`
  return [{ field, code: 'OUT_OF_RANGE', message }]
}

function estimateSecs(
  byDefault: ExcerptDefault,
  { audioStartEndSecs: range, isWholeSong }: ResolvedVideoSettings,
): number {
  if (range) return range.end - range.start
  return byDefault.kind === 'WHOLE' || isWholeSong ? UNKNOWN_SONG_SECS : byDefault.secs
}

function unknownContent(templates: OfferedTemplates, contentId: string, entry: number): ServiceError {
  const nearest = findNearest(contentId, templates.keys())
  const hint = nearest ? `Did you mean ${nearest}?` : `There are ${[...templates.keys()].join(', ')}.`
  const field = `renders[${entry}].contentId`
  const message = `${field} "${contentId}" is unknown. ${hint}`
  return new ServiceError('UNKNOWN_CONTENT', { message, details: [{ field, code: 'UNKNOWN', message }] })
}

function refuseAll(details: ErrorDetail[]): ServiceError {
  const isAboutData = details.some((detail) => detail.field.includes('requiredData'))
  const code = isAboutData ? 'TEMPLATE_DATA_INVALID' : 'VALIDATION_ERROR'
  return new ServiceError(code, { message: details[0]?.message, details: details.slice(0, MAX_DETAILS) })
}

/** Refuses a batch that asks for more than it may have. */
export function tooMany(what: 'entries' | 'videos', count: number, max: number): ServiceError {
  const message = `renders ask for ${count} ${what} in all, and a batch may have ${max}. Lower ${what === 'videos' ? 'numVideos' : 'their number'}, or send several batches.`
  return new ServiceError('VALIDATION_ERROR', {
    message,
    details: [{ field: 'renders', code: 'TOO_MANY', message }],
  })
}
